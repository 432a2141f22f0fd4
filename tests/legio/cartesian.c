/* Legio, without any failure: receiving on a cartesian communicator. */
#include "check.h"

int main(int argc, char **argv) {
    int dims[2] = {0, 0};
    const int periods[2] = {1, 0};
    MPI_Comm grid = MPI_COMM_NULL;
    start(&argc, &argv);
    MPI_Dims_create(world_size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    for (int dimension = 0; dimension < 2; dimension++) {
        int source = -1;
        int destination = -1;
        const long mine = world_rank;
        long got = -1;
        MPI_Status status;
        MPI_Request request;
        MPI_Cart_shift(grid, dimension, 1, &source, &destination);
        MPI_Irecv(&got, 1, MPI_LONG, source, 0, grid, &request);
        MPI_Send(&mine, 1, MPI_LONG, destination, 0, grid);
        MPI_Wait(&request, &status);
        CHECK(status.MPI_SOURCE == source, "MPI_Irecv: source %d, not %d", status.MPI_SOURCE,
              source);
        CHECK(got == (source == MPI_PROC_NULL ? -1 : source), "MPI_Irecv: %ld from %d", got,
              source);
        MPI_Isend(&mine, 1, MPI_LONG, destination, 1, grid, &request);
        got = -1;
        MPI_Recv(&got, 1, MPI_LONG, source, 1, grid, &status);
        CHECK(got == (source == MPI_PROC_NULL ? -1 : source), "MPI_Recv: %ld from %d", got, source);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&grid);
    return finish("cartesian");
}
