/* Rank 0 sends a number in each step to rank 1, which adds them up. TEST_LATE="PROCESS:SECONDS":
 * this process and those of higher numbers do nothing for so long after the third step, while all
 * others come to their end. */
#include "dying.h"

#include <mpi.h>

int main(int argc, char **argv) {
    enum { steps = 50 };
    const char *const process = getenv("PMIX_RANK"), *const late = getenv("TEST_LATE");
    int rank = -1, of = -1, seconds = 0, step;
    long sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    plan_death();
    if (late && sscanf(late, "%d:%d", &of, &seconds) != 2) abort();
    for (step = 0; step < steps; ++step) {
        long number = step;
        come_to(step);
        if (step == 3 && late && process && atoi(process) >= of) sleep((unsigned)seconds);
        if (rank == 0)
            MPI_Send(&number, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&number, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += number;
    }
    tell_time();
    printf("rank %d: %ld\ndone\n", rank, sum);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
