// A rank fills the connection to a rank on another node, which then dies. The messages that were
// waiting fail, and the rank sends more. With 31-last-btl not mended, the second of those crashes.
//
//     mpicc -o last 31-last-btl.c
//     mpirun --with-ft ulfm --map-by node:OVERSUBSCRIBE --host here:8,other:8 -n 2 ./last

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WAITING = 400, BYTES = 50000, LATER = 5 };

static char data[BYTES];

int main(int argc, char **argv) {
    int rank = -1, failed = 0;
    MPI_Request requests[WAITING + LATER];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &failed, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE); // they are connected
    signal(SIGPIPE, SIG_IGN);        // which Open MPI does not, and would end this process
    if (rank == 1) {
        sleep(1);
        raise(SIGKILL);
    }
    for (int i = 0; i < WAITING; ++i)
        MPI_Isend(data, BYTES, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Wait(&requests[WAITING - 1], MPI_STATUS_IGNORE); // until the death is noticed
    for (int i = WAITING; i < WAITING + LATER; ++i)
        MPI_Isend(data, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[i]);
    failed = 0;
    for (int i = WAITING; i < WAITING + LATER; ++i)
        failed += MPI_Wait(&requests[i], MPI_STATUS_IGNORE) != MPI_SUCCESS;
    printf("%d of %d later sends have failed\n", failed, LATER);
    fflush(stdout);
    _exit(EXIT_SUCCESS); // MPI_Finalize may wait for the dead rank
}
