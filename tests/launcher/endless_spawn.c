/* Spawns two processes, and never gets there: what connects both sides does not return. Rank 2
 * kills itself meanwhile, if there is an argument. */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* In front of that of PMIx, which Open MPI calls for MPI_Comm_spawn in the parents and for MPI_Init
 * in the children. It makes no progress, as PMIx makes none of Open MPI's. */
int PMIx_Connect(const void *processes, size_t count, const void *info, size_t size) {
    (void)processes, (void)count, (void)info, (void)size;
    for (;;)
        pause();
}

int main(int argc, char **argv) {
    MPI_Comm children;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2 && argc > 1) {
        signal(SIGALRM, SIG_DFL); /* which ends the process */
        alarm(1);
    }
    MPI_Comm_spawn(argv[0], argv + 1, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
