/* A window of all but rank 0, without a name. Rank 2 dies when all have left the fence before; then
 * rank 1 waits for it. Rank 3 puts the number of the round at ranks 1 and 2; rank 1 prints the last
 * it has got. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, *memory;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm others;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, rank, &others);
    if (rank != 0) {
        MPI_Win window;
        MPI_Win_allocate(10 * sizeof(int), sizeof(int), MPI_INFO_NULL, others, &memory, &window);
        for (int round = 0; round < 5; ++round) {
            if (round == 2 && rank != 2) MPI_Send(NULL, 0, MPI_INT, 1, 0, others);
            if (round == 2 && rank == 2) {
                MPI_Recv(NULL, 0, MPI_INT, 0, 0, others, MPI_STATUS_IGNORE);
                MPI_Recv(NULL, 0, MPI_INT, 2, 0, others, MPI_STATUS_IGNORE);
                kill(getpid(), SIGKILL);
            }
            MPI_Win_fence(0, window);
            for (int target = 0; rank == 3 && target < 2; ++target)
                MPI_Put(&round, 1, MPI_INT, target, 0, 1, MPI_INT, window);
            MPI_Win_fence(0, window);
            if (rank == 1 && round == 4) printf("round %d\n", memory[0]);
        }
        MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
        if (rank == 1) {
            const int dead = 1; /* rank 2, in the window */
            MPI_Group all, group;
            MPI_Win_get_group(window, &all);
            MPI_Group_incl(all, 1, &dead, &group);
            MPI_Win_post(group, 0, window);
            MPI_Win_wait(window);
        }
        MPI_Win_free(&window);
    }
    MPI_Finalize();
    return 0;
}
