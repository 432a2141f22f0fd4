/* Spawns two processes; rank 2 kills itself so many milliseconds later, while they are being
 * started. */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static void die(int signal_number) {
    (void)signal_number;
    kill(getpid(), SIGKILL);
}

int main(int argc, char **argv) {
    MPI_Comm parents, children;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parents);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parents == MPI_COMM_NULL && rank == 2) {
        const struct itimerval death = {{0, 0}, {0, atoi(argv[1]) * 1000}};
        signal(SIGALRM, die);
        setitimer(ITIMER_REAL, &death, NULL);
    }
    if (parents == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], argv + 1, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
