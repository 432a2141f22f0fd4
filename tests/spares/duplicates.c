/* Duplicates, in all ways, of communicators in which a rank has come back: rank 1 dies and comes
 * back, then rank 2 dies and stays away. What ULFM has for programs works on these, too. */
#include <closeranks.h>
#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { ranks = 4, back = 1, gone = 2, nobody = -1, communicators = 3, ways = 3 };

static MPI_Comm comms[communicators];
static int rank;

static void check(int is_right, const char *what, int i) {
    if (is_right) return;
    printf("rank %d: %s is wrong on communicator %d\n", rank, what, i);
    fflush(stdout);
    exit(3);
}

static int copies; /* of what is on MPI_COMM_SELF */

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)key, (void)extra, (void)in, (void)out;
    *flag = 0;
    ++copies;
    return MPI_SUCCESS;
}

/* All of 0 to 3 but `lost` are there, in the order of communicator `i`. */
static void use(MPI_Comm comm, int i, int lost) {
    int me, size, result, got = nobody, sum = 0;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &size);
    MPI_Comm_compare(comm, comms[i], &result);
    check(size == ranks && me == (i == 2 ? ranks - 1 - rank : rank), "the rank", i);
    check(result == (comm == comms[i] ? MPI_IDENT : MPI_CONGRUENT), "the comparison", i);
    const int before = (me + ranks - 1) % ranks;
    const int sender = i == 2 ? ranks - 1 - before : before;
    MPI_Sendrecv(&rank, 1, MPI_INT, (me + 1) % ranks, 0, &got, 1, MPI_INT, before, 0, comm,
                 MPI_STATUS_IGNORE);
    check(got == (sender == lost ? nobody : sender), "what came from the neighbour", i);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == 6 - (lost == nobody ? 0 : lost), "the sum", i);
}

static void duplicate(int i, int lost) {
    MPI_Comm made[ways], again;
    MPI_Request request;
    MPI_Errhandler wanted, handler;
    MPI_Comm_dup(comms[i], &made[0]);
    MPI_Comm_dup_with_info(comms[i], MPI_INFO_NULL, &made[1]);
    MPI_Comm_idup(comms[i], &made[2], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int way = 0; way < ways; ++way) {
        use(made[way], i, lost);
        MPI_Comm_get_errhandler(comms[i], &wanted);
        MPI_Comm_get_errhandler(made[way], &handler);
        check(handler == wanted, "the error handler", i);
        MPI_Errhandler_free(&wanted);
        MPI_Errhandler_free(&handler);
        MPI_Comm_dup(made[way], &again);
        use(again, i, lost);
        MPI_Comm_free(&again);
        MPI_Comm_free(&made[way]);
    }
}

static void agree_and_shrink(int i) {
    int flag = rank == 3 ? 5 : 7, size, sum = 0;
    MPI_Comm shrunk;
    MPIX_Comm_agree(comms[i], &flag);
    check(flag == 5, "the agreement", i);
    MPIX_Comm_shrink(comms[i], &shrunk);
    MPI_Comm_size(shrunk, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, shrunk);
    check(size == ranks && sum == 6, "what was shrunk", i);
    MPI_Comm_free(&shrunk);
    MPI_Barrier(comms[i]);
    if (rank == 0) MPIX_Comm_revoke(comms[i]);
    use(comms[i], i, nobody);
}

int main(int argc, char **argv) {
    closeranks_role role;
    int key, key_of_self, number = 0, is_there, *value;
    MPI_Comm freed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(comms[0], &comms[1]);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key_of_self, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key_of_self, &number);
    MPI_Comm_dup(comms[1], &freed);
    MPI_Comm_split(freed, 0, -rank, &comms[2]);
    MPI_Comm_free(&freed);
    for (int i = 0; i < communicators; ++i)
        MPI_Comm_set_attr(comms[i], key, &number);
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == back) raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_resume(&role);
    }
    for (int i = 0; i < communicators; ++i) {
        MPI_Comm_get_attr(comms[i], key, &value, &is_there);
        check(is_there && value == &number, "the attribute", i);
        use(comms[i], i, nobody);
        duplicate(i, nobody);
        agree_and_shrink(i);
    }
    check(copies == 0, "a copy of MPI_COMM_SELF", 0);
    printf("rank %d has duplicates\n", rank);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == gone) raise(SIGKILL);
    for (int i = 0; i < communicators; ++i) {
        use(comms[i], i, gone);
        duplicate(i, gone);
    }
    printf("rank %d has more duplicates\n", rank);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&key_of_self);
    MPI_Finalize();
    return 0;
}
