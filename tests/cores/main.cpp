#include "runtime/processes/loading.hpp"

#include "tests/unit/forget_settings.hpp"

#include "fake_table.hpp"

#include <gtest/gtest.h>

/// Protocols of the runtime in a process in which the MPI is never initialised.
int main(int argc, char **argv) {
    closeranks::test::forget_settings();
    testing::InitGoogleTest(&argc, argv);
    closeranks::load();
    closeranks::test::put_fakes();
    return RUN_ALL_TESTS();
}
