// A rank that is alone on its node dies, and the other one starts a process there. With
// 28-forgotten-job not mended, that one fails in MPI_Init, and the other one waits or gets an
// error.
//
//     mpicc -o there 28-forgotten-job.c
//     mpirun --with-ft ulfm --map-by node:OVERSUBSCRIBE --host here:8,other:8 -n 2 ./there other

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void start_there(char **argv) {
    int heard = 0;
    MPI_Comm started = MPI_COMM_NULL;
    MPI_Info where = MPI_INFO_NULL;
    MPI_Info_create(&where);
    MPI_Info_set(where, "host", argv[1]);
    int error = MPI_Comm_spawn(argv[0], argv + 1, 1, where, 0, MPI_COMM_SELF, &started,
                               MPI_ERRCODES_IGNORE);
    if (error == MPI_SUCCESS)
        error = MPI_Recv(&heard, 1, MPI_INT, 0, 0, started, MPI_STATUS_IGNORE);
    printf("%s: MPI_Comm_spawn: error %d, heard %d\n", heard == 1 ? "right" : "wrong", error,
           heard);
    fflush(stdout);
}

int main(int argc, char **argv) {
    int rank = 0;
    const int hello = 1;
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    if (argc < 2) MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (parent != MPI_COMM_NULL) {
        MPI_Send(&hello, 1, MPI_INT, 0, 0, parent);
    } else if (rank == 1) {
        raise(SIGKILL);
    } else {
        sleep(1); // so that the daemon there has noticed
        start_there(argv);
    }
    MPI_Abort(MPI_COMM_WORLD, 0); // MPI_Finalize would wait for the one that has died
    return 0;
}
