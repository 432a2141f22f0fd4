// Rank 0 copies standard input to standard output, a thousand bytes at a time. With
// 26-standard-input not mended it is given pieces twice.
//
//     mpicc -o copy 26-standard-input.c && seq 1 200000 | mpirun -n 1 ./copy | wc -c

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char data[1000];
    ssize_t count;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        sleep(1); // until the pipe is full
        while ((count = read(0, data, sizeof data)) > 0)
            fwrite(data, 1, (size_t)count, stdout);
    }
    MPI_Finalize();
    return 0;
}
