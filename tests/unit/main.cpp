#include "runtime/processes/loading.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

/// The runtime's parts are tested inside one process that is an MPI job of its own.
int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    closeranks::load();
    MPI_Init(&argc, &argv);
    const int result = RUN_ALL_TESTS();
    MPI_Finalize();
    return result;
}
