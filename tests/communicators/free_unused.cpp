// MPI lets MPI_Comm_free wait for all members, but no MPI does, and programs free communicators in
// another order than they call collectives on others.

#include "survivors.hpp"

int main(int argc, char **argv) {
    survivors::Program program(argc, argv, "free_unused");
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (program.rank == 0) MPI_Comm_free(&copy);
    MPI_Barrier(MPI_COMM_WORLD);
    if (program.rank != 0) MPI_Comm_free(&copy);
    program.check(copy == MPI_COMM_NULL, "the freed handle is not null");
    return program.finish();
}
