/* Legio: a duplicate made after a failure had another size and numbering than its parent. */
#include "check.h"

static void judge(MPI_Comm comm) {
    int rank = -1;
    int size = -1;
    int result = MPI_UNEQUAL;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_compare(MPI_COMM_WORLD, comm, &result);
    CHECK(rank == world_rank && size == world_size, "rank %d of %d", rank, size);
    CHECK(result == MPI_CONGRUENT, "the duplicate compares as %d", result);
}

static void use(MPI_Comm comm) {
    static long all[64];
    const long mine = world_rank;
    long got = -1;
    const int right = world_rank + 1 == world_size ? 0 : world_rank == 0 ? 2 : world_rank + 1;
    const int left = world_rank == 0 ? world_size - 1 : world_rank == 2 ? 0 : world_rank - 1;
    MPI_Status status;
    MPI_Sendrecv(&mine, 1, MPI_LONG, right, 5, &got, 1, MPI_LONG, left, 5, comm, &status);
    CHECK(got == left && status.MPI_SOURCE == left, "rank %d's message came from %ld, %d", left,
          got, status.MPI_SOURCE);
    for (int rank = 0; rank < world_size; rank++)
        all[rank] = -1;
    MPI_Allgather(&mine, 1, MPI_LONG, all, 1, MPI_LONG, comm);
    for (int rank = 0; rank < world_size; rank++)
        CHECK(all[rank] == (rank == 1 ? -1 : rank), "block %d is %ld", rank, all[rank]);
    long root = world_rank;
    MPI_Bcast(&root, 1, MPI_LONG, world_size - 1, comm);
    CHECK(root == world_size - 1, "the broadcast came from %ld", root);
}

int main(int argc, char **argv) {
    MPI_Comm first = MPI_COMM_NULL;
    MPI_Comm second = MPI_COMM_NULL;
    start(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 1) die();
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(first, &second);
    judge(first);
    judge(second);
    use(first);
    use(second);
    use(MPI_COMM_WORLD);
    MPI_Comm_free(&first);
    use(second);
    MPI_Comm_free(&second);
    return finish("dup_numbering");
}
