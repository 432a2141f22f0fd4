// A process that calls nothing but functions on windows, in a loop, is still there for others. Rank
// 0 has given its part of a Reduce and waits for a number in its memory; the root, rank 1, which
// writes it, misses the part of a dead rank and has to ask rank 0 before it can continue.
//
// The Reduce is one of many, because the first ones are confirmed (docs/developers/commit.md#pace).
//
//     serving        for --kill 2@before:MPI_Reduce:150

#include <mpi.h>

#include <cstdio>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long *counter = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    const long mine = 1L << rank;
    long sum = 0;
    for (int i = 0; i < 150; i++)
        MPI_Reduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, 1, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    long seen = 0;
    if (rank == 1) {
        MPI_Fetch_and_op(&sum, &seen, MPI_LONG, 0, 0, MPI_REPLACE, window);
        seen = sum;
    } else {
        while (seen == 0)
            MPI_Fetch_and_op(nullptr, &seen, MPI_LONG, 0, 0, MPI_NO_OP, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    if (seen != 3) {
        std::printf("rank %d: the survivors' sum is %ld, not 3\n", rank, seen);
        return 1;
    }
    std::printf("ok: serving\n");
    return 0;
}
