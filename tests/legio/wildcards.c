/* Legio, without any failure: wildcard Irecv and Sendrecv. */
#include "check.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    const int right = (world_rank + 1) % world_size;
    const int left = (world_rank + world_size - 1) % world_size;
    for (int round = 0; round < 100; round++) {
        const long mine = world_rank * 1000L + round;
        long got = -1;
        MPI_Request request;
        MPI_Status status;
        MPI_Irecv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        MPI_Send(&mine, 1, MPI_LONG, right, round, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == round && got == left * 1000L + round,
              "MPI_Irecv got %ld from %d with tag %d", got, status.MPI_SOURCE, status.MPI_TAG);
        got = -1;
        MPI_Sendrecv(&mine, 1, MPI_LONG, right, 1000 + round, &got, 1, MPI_LONG, MPI_ANY_SOURCE,
                     MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 1000 + round &&
                  got == left * 1000L + round,
              "MPI_Sendrecv got %ld from %d with tag %d", got, status.MPI_SOURCE, status.MPI_TAG);
    }
    return finish("wildcards");
}
