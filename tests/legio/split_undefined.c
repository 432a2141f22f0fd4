/* Legio, without any failure: MPI_Comm_split with MPI_UNDEFINED. */
#include "check.h"

int main(int argc, char **argv) {
    MPI_Comm part = MPI_COMM_WORLD;
    start(&argc, &argv);
    const int colour = world_rank % 3 == 0 ? MPI_UNDEFINED : world_rank % 3;
    MPI_Comm_split(MPI_COMM_WORLD, colour, -world_rank, &part);
    CHECK((part == MPI_COMM_NULL) == (colour == MPI_UNDEFINED), "in the wrong part");
    if (part != MPI_COMM_NULL) {
        long sum = -1;
        long expected = 0;
        const long mine = world_rank;
        MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, part);
        for (int rank = colour; rank < world_size; rank += 3)
            expected += rank;
        CHECK(sum == expected, "the sum is %ld, not %ld", sum, expected);
        MPI_Comm_free(&part);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return finish("split_undefined");
}
