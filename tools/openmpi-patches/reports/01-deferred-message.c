// Two threads agree on communicators of their own, and nobody dies. With 01-deferred-message not
// mended, a value is wrong sooner or later, or a process crashes.
//
//     mpicc -o agree 01-deferred-message.c -lpthread && mpirun --with-ft ulfm -n 4 ./agree

#include <mpi.h>

#include <mpi-ext.h>

#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 20000 };

static void *agree(void *place) {
    MPI_Comm comm = *(MPI_Comm *)place;
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    for (int round = 0; round < ROUNDS; ++round) {
        // All set all bits but one, which only one of them leaves out.
        const int all = 0x7fffffff;
        const int mine = rank == round % 2 ? all & ~(round + 1) : all;
        int agreed = mine;
        const int error = MPIX_Comm_agree(comm, &agreed);
        if (error != MPI_SUCCESS || agreed != (all & ~(round + 1))) {
            printf("wrong: round %d, rank %d: error %d, agreed %#x\n", round, rank, error,
                   (unsigned)agreed);
            fflush(stdout);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm comms[2];
    for (int i = 0; i < 2; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
    }
    pthread_t other;
    pthread_create(&other, NULL, agree, &comms[1]);
    agree(&comms[0]);
    pthread_join(other, NULL);
    for (int i = 0; i < 2; ++i)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
