/* closeranks_local.h. As long as nobody dies: elements with gaps, what goes to nobody, errors. It
 * is the same without closeranks. With the word `back` rank 1 kills itself when all logs are full:
 * each call says that all go back, until they do. With the word `thread` recoveries have a thread,
 * and with `beside` one beside messages. */
#include <closeranks_local.h>

#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { steps = 12, commit_at = 5, die_at = 8 };

static int rank, size, step, value;
static int has_thread;
static closeranks_local local;

static void require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Every second of eight numbers goes out, and comes into the last four. */
static void check_gaps(void) {
    int given[8], got[8] = {0};
    MPI_Count count = -1;
    MPI_Datatype evens;
    MPI_Type_vector(4, 1, 2, MPI_INT, &evens);
    MPI_Type_commit(&evens);
    for (int i = 0; i < 8; ++i)
        given[i] = 10 * rank + i;
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    require(closeranks_local_send(local, next, 3, given, 1, evens) == MPI_SUCCESS, "send");
    require(closeranks_local_receive(local, before, 3, &got[4], 4, MPI_INT, &count) == MPI_SUCCESS,
            "receive");
    for (int i = 0; i < 4; ++i)
        require(got[i] == 0 && got[4 + i] == 10 * before + 2 * i, "elements are not those sent");
    require(count == 4, "how many came");
    MPI_Type_free(&evens);
}

static void check_nobody(void) {
    MPI_Count count = -1;
    value = 5;
    require(closeranks_local_send(local, MPI_PROC_NULL, 0, NULL, 3, MPI_INT) == MPI_SUCCESS,
            "send to nobody");
    require(closeranks_local_receive(local, MPI_PROC_NULL, 0, &value, 1, MPI_INT, &count) ==
                    MPI_SUCCESS &&
                count == 0 && value == 5,
            "receive from nobody");
    closeranks_local_send(local, rank, 0, NULL, 0, MPI_INT);
    require(closeranks_local_receive(local, rank, 0, NULL, 0, MPI_INT, NULL) == MPI_SUCCESS,
            "an empty message");
    require(closeranks_local_poll(local) == MPI_SUCCESS, "poll");
}

static void check_errors(void) {
    int two[2] = {1, 2};
    require(closeranks_local_send(NULL, rank, 0, two, 1, MPI_INT) == MPI_ERR_ARG, "no object");
    require(closeranks_local_send(local, size, 0, two, 1, MPI_INT) == MPI_ERR_RANK, "no such rank");
    require(strstr(closeranks_local_explain(local), "there is no rank") != NULL, "explain");
    require(closeranks_local_send(local, rank, 0, two, -1, MPI_INT) == MPI_ERR_COUNT,
            "-1 elements");
    require(closeranks_local_send(local, rank, 0, two, 1 << 30, MPI_DOUBLE) == MPI_ERR_COUNT,
            "too many elements");
    require(strstr(closeranks_local_explain(local), "2 GiB") != NULL, "explain the length");
    require(closeranks_local_send(local, rank, 0, two, 1, MPI_DATATYPE_NULL) == MPI_ERR_TYPE,
            "no datatype");
    require(strstr(closeranks_local_explain(local), "MPI_DATATYPE_NULL") != NULL,
            "an older error is explained");
    require(closeranks_local_member(local, 9, two, -1, MPI_INT) == MPI_ERR_COUNT, "a member of -1");
    closeranks_local_send(local, rank, 1, two, 2, MPI_INT);
    require(closeranks_local_receive(local, rank, 1, two, 1, MPI_INT, NULL) == MPI_ERR_TRUNCATE,
            "a message that does not fit");
    if (rank == 0) closeranks_local_send(local, size - 1, 3, two, 1, MPI_INT);
    require(closeranks_local_commit(local, 2) == CLOSERANKS_ERR_RULE_BROKEN,
            "a message is under way");
    if (rank == size - 1) closeranks_local_receive(local, 0, 3, two, 1, MPI_INT, NULL);
    require(closeranks_local_commit(local, 3) == MPI_SUCCESS, "commit");
    require(closeranks_local_commit(local, 3) == MPI_ERR_ARG, "commit of an old stamp");
    require(strstr(closeranks_local_explain(local), "3") != NULL, "what is wrong with the stamp");
}

static void check_that_it_is_not_made(void) {
    closeranks_local none = local;
    require(closeranks_local_create(MPI_COMM_WORLD, "nowhere", 0, &none) == MPI_ERR_ARG && !none,
            "it is made nowhere");
    require(closeranks_local_create(MPI_COMM_WORLD, NULL, 0, &none) == MPI_ERR_ARG,
            "it is at NULL");
    require(closeranks_local_create(MPI_COMM_WORLD, "buddy", -1, &none) == MPI_ERR_COUNT,
            "-1 bytes");
    if (size > 1)
        require(closeranks_local_create(MPI_COMM_SELF, "buddy", 0, &none) == MPI_ERR_COMM,
                "it is made for one of several ranks");
}

static void check_collective(void) {
    int sum = 0;
    require(closeranks_local_enter_collective(local) == MPI_SUCCESS, "enter_collective");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    require(closeranks_local_leave_collective(local) == MPI_SUCCESS, "leave_collective");
    require(sum == size * (size - 1) / 2, "a sum");
}

/* For all that comes then. */
static void check_thread(void) {
    const int code = closeranks_local_use_thread(local);
    if (has_thread) require(code == MPI_SUCCESS, "a thread");
    if (has_thread) require(closeranks_local_use_thread(local) == MPI_SUCCESS, "again");
    if (has_thread) return;
    require(code == MPI_ERR_UNSUPPORTED_OPERATION, "a thread beside a program of one");
    require(strstr(closeranks_local_explain(local), "MPI_THREAD_MULTIPLE") != NULL,
            "what it needs");
}

static void run_calmly(void) {
    long long stamp = 0;
    int count = -1;
    check_that_it_is_not_made();
    require(closeranks_local_create(MPI_COMM_WORLD, "buddy", CLOSERANKS_LOCAL_LOG, &local) ==
                MPI_SUCCESS,
            "create");
    require(closeranks_local_member(local, 0, &value, 1, MPI_INT) == MPI_SUCCESS, "member");
    check_thread();
    require(closeranks_local_start(local, &stamp) == MPI_SUCCESS && stamp == -1, "start");
    check_gaps();
    check_nobody();
    check_errors();
    check_collective();
    require(closeranks_local_finish(local) == MPI_SUCCESS, "finish");
    require(closeranks_local_recoveries(local, &count) == MPI_SUCCESS && count == 0, "recoveries");
    require(strcmp(closeranks_local_explain(local), "") == 0, "there is something to explain");
}

/* Returns the code of the last call alone, as the errors of those before last. */
static int work(long long stamp) {
    int code = MPI_SUCCESS;
    if (stamp < 0) step = value = 0;
    while (code == MPI_SUCCESS && step < steps) {
        int got = 0;
        if (rank == 1 && stamp < 0 && step == die_at) raise(SIGKILL);
        closeranks_local_send(local, (rank + 1) % size, 0, &value, 1, MPI_INT);
        code = closeranks_local_receive(local, (rank + size - 1) % size, 0, &got, 1, MPI_INT, NULL);
        if (code != MPI_SUCCESS) break;
        value = 3 * value + got + rank;
        if (++step == commit_at) code = closeranks_local_commit(local, step);
    }
    return code;
}

static void require_that_it_lasts(void) {
    const int before = value;
    require(strstr(closeranks_local_explain(local), "all ranks go back") != NULL, "why");
    require(closeranks_local_send(local, rank, 0, &step, 1, MPI_INT) ==
                    CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_receive(local, rank, 0, &value, 1, MPI_INT, NULL) ==
                    CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_poll(local) == CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_commit(local, steps) == CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_enter_collective(local) == CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_leave_collective(local) == CLOSERANKS_ERR_ROLLED_BACK &&
                closeranks_local_finish(local) == CLOSERANKS_ERR_ROLLED_BACK,
            "a call does not say that all go back");
    require(value == before, "a call that does nothing writes");
}

static void run_and_go_back(void) {
    int code, starts = 0;
    long long stamp = 0;
    require(closeranks_local_create(MPI_COMM_WORLD, "buddy", 0, &local) == MPI_SUCCESS, "create");
    closeranks_local_member(local, 0, &value, 1, MPI_INT);
    closeranks_local_member(local, 1, &step, 1, MPI_INT);
    check_thread();
    do {
        ++starts;
        code = closeranks_local_start(local, &stamp);
        if (code == MPI_SUCCESS) code = work(stamp);
        if (code == MPI_SUCCESS) code = closeranks_local_finish(local);
        if (code == CLOSERANKS_ERR_ROLLED_BACK) require_that_it_lasts();
    } while (code == CLOSERANKS_ERR_ROLLED_BACK);
    require(code == MPI_SUCCESS, closeranks_local_explain(local));
    printf("rank %d has %d after %d starts, the last at %lld\n", rank, value, starts, stamp);
}

int main(int argc, char **argv) {
    int level;
    const char *last = argv[argc - 1];
    level = strcmp(last, "beside") == 0   ? MPI_THREAD_MULTIPLE
            : strcmp(last, "thread") == 0 ? MPI_THREAD_SERIALIZED
                                          : MPI_THREAD_SINGLE;
    has_thread = level != MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, level, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && strcmp(argv[1], "back") == 0)
        run_and_go_back();
    else
        run_calmly();
    if (!has_thread) { /* which MPI_Finalize ends, too */
        require(closeranks_local_free(&local) == MPI_SUCCESS && local == NULL, "free");
        require(closeranks_local_free(&local) == MPI_ERR_ARG, "free of nothing");
    }
    printf("ok: local_interface_c\n");
    MPI_Finalize();
    return 0;
}
