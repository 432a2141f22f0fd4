// Starts a process on another node, time after time, and hears from each. With 27-connect-data not
// mended, the second one is waited for in vain.
//
//     mpicc -o again 27-connect-data.c && mpirun --host here:8,other:8 -n 1 ./again other 3

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

static void start_and_hear(char **argv, int number) {
    int heard = 0;
    MPI_Comm started = MPI_COMM_NULL;
    MPI_Info where = MPI_INFO_NULL;
    MPI_Info_create(&where);
    MPI_Info_set(where, "host", argv[1]);
    MPI_Comm_spawn(argv[0], argv + 1, 1, where, 0, MPI_COMM_SELF, &started, MPI_ERRCODES_IGNORE);
    MPI_Recv(&heard, 1, MPI_INT, 0, 0, started, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&started);
    MPI_Info_free(&where);
    printf("right: heard from number %d\n", number);
    fflush(stdout);
}

int main(int argc, char **argv) {
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Send(&argc, 1, MPI_INT, 0, 0, parent);
        MPI_Comm_disconnect(&parent);
    } else {
        for (int number = 1; number <= atoi(argv[2]); ++number)
            start_and_hear(argv, number);
    }
    MPI_Finalize();
    return 0;
}
