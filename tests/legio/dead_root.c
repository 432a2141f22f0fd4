/* Legio: a dead root raised SIGINT in every survivor, and the job ended with status 0. By default a
 * broadcast from a dead root ends the program with a message and a status that is not 0. */
#include "check.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    long value = world_rank;
    MPI_Bcast(&value, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (world_rank == 0) die();
    MPI_Barrier(MPI_COMM_WORLD);
    value = -1;
    MPI_Bcast(&value, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    printf("continued without the root\n");
    fflush(stdout);
    CHECK(value == -1, "a value came from the dead root");
    return finish("dead_root");
}
