/* The program sets the policy of one function: on MPI_COMM_WORLD before communicators are made from
 * it, or on each of them after the first resume point. All other functions go by the policies of
 * the run: they ignore the first death, which a spare makes good, and the second one, for which
 * there is none, ends the program.
 *
 *     own_policies before|after */
#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ranks = 4, first = 2, second = 1, untouched = -1, communicators = 3 };

static MPI_Comm comms[communicators]; /* all of all ranks */
static int rank;

static void check(int is_right, const char *what, int i) {
    if (is_right) return;
    printf("rank %d: %s is wrong on communicator %d\n", rank, what, i);
    fflush(stdout);
    exit(3);
}

static void set_policy(MPI_Comm comm) {
    closeranks_set_policy(comm, "MPI_Allreduce/contribution", CLOSERANKS_POLICY_ERROR);
}

/* `lost`: nothing comes from there, and Allreduce says so. */
static void exchange(int i, int lost) {
    int all[ranks] = {untouched, untouched, untouched, untouched};
    int sent[ranks] = {rank, rank, rank, rank};
    int got = untouched, sum = 0;
    const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    const int code = MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comms[i]);
    check((code != MPI_SUCCESS) == (lost != untouched), "the code of Allreduce", i);
    check(lost != untouched || sum == 6, "the sum", i);
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, comms[i],
                 MPI_STATUS_IGNORE);
    check(got == (before == lost ? untouched : before), "what came from the neighbour", i);
    MPI_Alltoall(sent, 1, MPI_INT, all, 1, MPI_INT, comms[i]);
    for (int from = 0; from < ranks; ++from)
        check(all[from] == (from == lost ? untouched : from), "a block", i);
}

int main(int argc, char **argv) {
    closeranks_role role;
    MPI_Init(&argc, &argv);
    const int is_before = argc > 1 && strcmp(argv[1], "before") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (is_before) set_policy(MPI_COMM_WORLD);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(comms[0], &comms[1]);
    MPI_Comm_split(comms[1], 0, rank, &comms[2]);
    closeranks_resume(&role);
    for (int i = 0; i < communicators && !is_before; ++i)
        set_policy(comms[i]);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        if (rank == first) raise(SIGKILL);
        for (int i = 0; i < communicators; ++i)
            exchange(i, first);
        closeranks_resume(&role);
    }
    for (int i = 0; i < communicators; ++i)
        exchange(i, untouched);
    printf("rank %d has everything again\n", rank);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(200 * 1000); /* mpirun may lose what was printed just before it ends a job */
    if (rank == second) raise(SIGKILL);
    int all[ranks], sent[ranks] = {0};
    MPI_Alltoall(sent, 1, MPI_INT, all, 1, MPI_INT, comms[2]);
    printf("rank %d continued\n", rank);
    MPI_Finalize();
    return 0;
}
