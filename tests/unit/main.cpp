#include "runtime/processes/loading.hpp"

#include "forget_settings.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdlib>

/// The runtime's parts are tested inside one process that is an MPI job of its own.
int main(int argc, char **argv) {
    closeranks::test::forget_settings();
    // Open MPI removes no shared memory of a process that no mpirun has started.
    setenv("OMPI_MCA_btl", "^sm", 1);
    testing::InitGoogleTest(&argc, argv);
    closeranks::load();
    MPI_Init(&argc, &argv);
    const int result = RUN_ALL_TESTS();
    MPI_Finalize();
    return result;
}
