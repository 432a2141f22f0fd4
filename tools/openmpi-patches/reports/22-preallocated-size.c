// Files that grow by MPI_File_preallocate. With 22-preallocated-size not mended, MPI_File_set_size
// gives a wrong error at ranks that were slow, and sooner or later all wait in MPI_File_close for
// ever.
//
//     mpicc -o preallocate 22-preallocated-size.c && mpirun -n 5 ./preallocate

#include <mpi.h>

#include <stdio.h>

int main(int argc, char **argv) {
    int rank = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 1000; round++) {
        MPI_File file = MPI_FILE_NULL;
        MPI_File_open(MPI_COMM_WORLD, "preallocated",
                      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &file);
        MPI_File_preallocate(file, 1000);
        const int error = MPI_File_set_size(file, 200);
        if (error != MPI_SUCCESS)
            printf("rank %d, round %d: MPI_File_set_size: error %d\n", rank, round, error);
        fflush(stdout);
        MPI_File_close(&file);
    }
    if (rank == 0) printf("right: all files are closed\n");
    MPI_Finalize();
    return 0;
}
