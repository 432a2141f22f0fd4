/* Programs of the kinds that ULFM's tutorial has. Each handles failures itself. The last line of
 * each survivor says what it has; the same without closeranks and with it.
 *
 * usage: ulfm returns|handler|insulation|retry|agree|master|respawn */

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void die_if(int must_die) {
    if (must_die) raise(SIGKILL);
}

static int class_of(int code) {
    int result;
    MPI_Error_class(code, &result);
    return result;
}

static int is_failure(int code) {
    const int kind = class_of(code);
    return kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING ||
           kind == MPIX_ERR_REVOKED;
}

/* Errors that are returned: a receive from the rank that has died. */
static void returns(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    die_if(rank == size - 1);
    int value = -1;
    const int code = MPI_Recv(&value, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d: the receive has failed: %d\n", rank, class_of(code) == MPIX_ERR_PROC_FAILED);
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
}

static int handled;

static void on_error(MPI_Comm *comm, int *code, ...) {
    MPI_Group failed;
    int count;
    if (!is_failure(*code)) MPI_Abort(*comm, *code);
    MPIX_Comm_failure_ack(*comm);
    MPIX_Comm_failure_get_acked(*comm, &failed);
    MPI_Group_size(failed, &count);
    MPI_Group_free(&failed);
    handled = count;
}

/* A handler that asks whose failures these are. */
static void handler(void) {
    MPI_Errhandler own;
    MPI_Comm_create_errhandler(on_error, &own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
    MPI_Barrier(MPI_COMM_WORLD);
    die_if(rank == size - 1 || rank == size / 2);
    int value = -1;
    MPI_Recv(&value, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d: the handler knows of %d\n", rank, handled);
    MPI_Errhandler_free(&own);
}

/* What happens in one half does not concern the other one. */
static void insulation(void) {
    MPI_Comm half;
    const int upper = rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    die_if(rank == size - 1);
    long sum = 0;
    const long mine = rank;
    int failed = 0;
    for (int i = 0; i < 20; i++)
        failed |= MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, half) != MPI_SUCCESS;
    if (upper && !failed) /* a member may be done before it hears of the death */
        failed = MPI_Recv(&sum, 1, MPI_LONG, size - 1 - size / 2, 0, half, MPI_STATUS_IGNORE) !=
                 MPI_SUCCESS;
    if (failed) MPIX_Comm_revoke(half);
    printf("rank %d: %s%ld\n", rank, failed ? "failed " : "sum ", failed ? 0 : sum);
    MPI_Comm_free(&half);
}

/* Shrink and try again, until all who are left have the sum. */
static void retry(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    long sum = 0;
    for (int round = 0; round < 30; round++) {
        die_if((round == 10 && rank == size - 1) || (round == 20 && rank == 1));
        for (;;) {
            const long mine = rank + 1;
            int all = MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm) == MPI_SUCCESS;
            if (!all) MPIX_Comm_revoke(comm);
            MPIX_Comm_agree(comm, &all);
            if (all) break;
            MPI_Comm smaller;
            MPIX_Comm_revoke(comm);
            MPIX_Comm_shrink(comm, &smaller);
            MPI_Comm_free(&comm);
            comm = smaller;
            MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        }
    }
    int left;
    MPI_Comm_size(comm, &left);
    printf("rank %d: sum %ld of %d\n", rank, sum, left);
    MPI_Comm_free(&comm);
}

/* A flag that all who are left agree on, also beside the dead. */
static void agree(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    die_if(rank == 0);
    int flag = rank == 1 ? 6 : 7;
    int code = MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
    MPI_Group failed;
    int count = 0, acked = 0;
    while (count == 0) {
        int is_there; /* a call that lets the MPI work, and so hear of the death */
        MPI_Iprobe(0, 0, MPI_COMM_SELF, &is_there, MPI_STATUS_IGNORE);
        MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
        MPI_Group_size(failed, &count);
        MPI_Group_free(&failed);
    }
    MPIX_Comm_ack_failed(MPI_COMM_WORLD, count, &acked);
    code = MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
    printf("rank %d: flag %d, code %d, acknowledged %d\n", rank, flag, class_of(code), acked);
}

enum { tasks = 40, stop_tag = 2, task_tag = 3, asking_tag = 1 };

/* Ranks 2 and 4 die with the first answer that they get. */
static void work(void) {
    int task = -1;
    for (;;) {
        MPI_Status status;
        MPI_Send(&task, 1, MPI_INT, 0, asking_tag, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        die_if(rank == 2 || rank == 4);
        if (status.MPI_TAG == stop_tag) break;
        usleep(1000);
    }
    printf("rank %d: stopped\n", rank);
}

struct worker {
    int task; /* -1: none */
    int is_over;
};

/* What the dead had is to be done again. */
static void give_back(struct worker *workers, char *is_dealt) {
    MPI_Group failed, world;
    int count;
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &failed);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(failed, &count);
    for (int i = 0; i < count; i++) {
        int dead;
        MPI_Group_translate_ranks(failed, 1, &i, world, &dead);
        if (workers[dead].task >= 0) is_dealt[workers[dead].task] = 0;
        workers[dead].task = -1;
        workers[dead].is_over = 1;
    }
    MPI_Group_free(&failed);
    MPI_Group_free(&world);
}

static int are_some_at_work(const struct worker *workers) {
    int some = 0;
    for (int i = 1; i < size; i++)
        some |= !workers[i].is_over;
    return some;
}

/* It receives from whoever sends, and deals again what dead workers had. */
static void deal(void) {
    struct worker *const workers = calloc((size_t)size, sizeof *workers);
    char is_dealt[tasks] = {0};
    int done = 0;
    for (int i = 0; i < size; i++)
        workers[i].task = -1;
    while (are_some_at_work(workers)) {
        int task;
        MPI_Status status;
        if (MPI_Recv(&task, 1, MPI_INT, MPI_ANY_SOURCE, asking_tag, MPI_COMM_WORLD, &status) !=
            MPI_SUCCESS) {
            give_back(workers, is_dealt);
            continue;
        }
        struct worker *const one = &workers[status.MPI_SOURCE];
        done += one->task >= 0;
        for (one->task = 0; one->task < tasks && is_dealt[one->task]; one->task++)
            ;
        const int tag = one->task < tasks ? task_tag : stop_tag;
        if (tag == task_tag) is_dealt[one->task] = 1;
        one->is_over = tag == stop_tag;
        MPI_Send(&one->task, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD);
        if (one->is_over) one->task = -1;
    }
    printf("rank 0: some are left: %d\n", done < tasks - 2 || done > tasks);
    free(workers);
}

static void master(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0)
        deal();
    else
        work();
}

/* Processes for the dead, who get their ranks: as MPIX_Comm_replace of the tutorial. */
static void replace(MPI_Comm world, MPI_Comm *repaired, char *program) {
    MPI_Comm parents, smaller, inter, merged;
    MPI_Comm_get_parent(&parents);
    int mine, missing[64], count = 0;
    if (world == MPI_COMM_NULL) { /* a new one */
        MPI_Recv(&mine, 1, MPI_INT, 0, 1, parents, MPI_STATUS_IGNORE);
        MPI_Intercomm_merge(parents, 1, &merged);
    } else {
        MPI_Group all, left, dead;
        int living;
        MPIX_Comm_revoke(world);
        MPIX_Comm_shrink(world, &smaller);
        MPI_Comm_set_errhandler(smaller, MPI_ERRORS_RETURN);
        MPI_Comm_size(world, &count);
        MPI_Comm_size(smaller, &living);
        count -= living;
        MPI_Comm_group(world, &all);
        MPI_Comm_group(smaller, &left);
        MPI_Group_difference(all, left, &dead);
        for (int i = 0; i < count; i++)
            MPI_Group_translate_ranks(dead, 1, &i, all, &missing[i]);
        char *words[] = {(char *)"respawn", NULL};
        MPI_Comm_spawn(program, words, count, MPI_INFO_NULL, 0, smaller, &inter,
                       MPI_ERRCODES_IGNORE);
        int own;
        MPI_Comm_rank(smaller, &own);
        for (int i = 0; own == 0 && i < count; i++)
            MPI_Send(&missing[i], 1, MPI_INT, i, 1, inter);
        MPI_Intercomm_merge(inter, 0, &merged);
        MPI_Comm_rank(world, &mine);
        MPI_Group_free(&all), MPI_Group_free(&left), MPI_Group_free(&dead);
        MPI_Comm_free(&smaller);
    }
    MPI_Comm_split(merged, 0, mine, repaired);
    MPI_Comm_set_errhandler(*repaired, MPI_ERRORS_RETURN);
    MPI_Comm_free(&merged);
}

static void respawn(char *program) {
    MPI_Comm parents, world = MPI_COMM_NULL, repaired;
    MPI_Comm_get_parent(&parents);
    if (parents == MPI_COMM_NULL) {
        MPI_Comm_dup(MPI_COMM_WORLD, &world);
        MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
        MPI_Barrier(world);
        die_if(rank == 1 || rank == size - 1);
        int value;
        MPI_Recv(&value, 1, MPI_INT, 1, 0, world, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, size - 1, 0, world, MPI_STATUS_IGNORE);
    }
    replace(world, &repaired, program);
    long sum;
    MPI_Comm_rank(repaired, &rank);
    MPI_Comm_size(repaired, &size);
    const long mine = rank + 1;
    const int code = MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, repaired);
    printf("rank %d: sum %ld of %d, code %d\n", rank, sum, size, class_of(code));
    MPI_Comm_free(&repaired);
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(mode, "returns") == 0) returns();
    if (strcmp(mode, "handler") == 0) handler();
    if (strcmp(mode, "insulation") == 0) insulation();
    if (strcmp(mode, "retry") == 0) retry();
    if (strcmp(mode, "agree") == 0) agree();
    if (strcmp(mode, "master") == 0) master();
    if (strcmp(mode, "respawn") == 0) respawn(argv[0]);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
