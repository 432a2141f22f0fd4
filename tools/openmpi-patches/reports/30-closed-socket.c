// A rank on another node dies while this one computes. It then sends to the dead rank before it has
// looked for messages, and so finds the socket closed. With 30-closed-socket not mended, libevent
// warns of a bad file descriptor, for Open MPI waits until a closed socket takes more.
//
//     mpicc -o closed 30-closed-socket.c
//     mpirun --with-ft ulfm --map-by node:OVERSUBSCRIBE --host here:8,other:8 -n 2 ./closed

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SENDS = 20 };

int main(int argc, char **argv) {
    int rank = -1, failed = 0;
    MPI_Request requests[SENDS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &failed, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE); // they are connected
    if (rank == 1) raise(SIGKILL);
    signal(SIGPIPE, SIG_IGN); // which Open MPI does not, and would end this process
    sleep(1);
    for (int i = 0; i < SENDS; ++i) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
        usleep(1000);
    }
    failed = 0;
    for (int i = 0; i < SENDS; ++i)
        failed += MPI_Wait(&requests[i], MPI_STATUS_IGNORE) != MPI_SUCCESS;
    printf("%d of %d sends have failed\n", failed, SENDS);
    fflush(stdout);
    sleep(1);
    _exit(EXIT_SUCCESS); // MPI_Finalize may wait for the dead rank
}
