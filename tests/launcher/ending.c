/* Ends after a loss, before anybody gets through MPI_Finalize: ending HOW. Rank 2 of 4 kills
   itself. Then the others add up, and rank 0 ends the program, while rank 1 receives from it and
   rank 3 is in MPI_Finalize. HOW: recv (from the dead), abort, error (a fatal one), alltoall
   (everybody), crash (everybody). */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int is(const char *how, const char *other) { return strcmp(how, other) == 0; }

static void end(const char *how) {
    int value = 0;
    usleep(500000);
    if (is(how, "recv")) MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is(how, "abort")) MPI_Abort(MPI_COMM_WORLD, 9);
    if (is(how, "error")) MPI_Send(&value, -1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank, one = 1, sum = 0, blocks[4] = {0}, others[4] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) raise(SIGKILL);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (is(argv[1], "crash")) raise(SIGSEGV);
    if (is(argv[1], "alltoall"))
        MPI_Alltoall(blocks, 1, MPI_INT, others, 1, MPI_INT, MPI_COMM_WORLD);
    if (rank == 0) end(argv[1]);
    if (rank == 1) MPI_Recv(&sum, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
