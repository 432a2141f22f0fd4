#include "runtime/processes/loading.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

/// What the user has set for closeranks and for Open MPI must not change what the tests see.
void forget_settings() {
    std::vector<std::string> names;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        if (text.starts_with("CLOSERANKS_") || text.starts_with("OMPI_"))
            names.emplace_back(text.substr(0, text.find('=')));
    }
    for (const std::string &name : names)
        unsetenv(name.c_str());
}

} // namespace

/// The runtime's parts are tested inside one process that is an MPI job of its own.
int main(int argc, char **argv) {
    forget_settings();
    // Open MPI removes no shared memory of a process that no mpirun has started.
    setenv("OMPI_MCA_btl", "^sm", 1);
    testing::InitGoogleTest(&argc, argv);
    closeranks::load();
    MPI_Init(&argc, &argv);
    const int result = RUN_ALL_TESTS();
    MPI_Finalize();
    return result;
}
