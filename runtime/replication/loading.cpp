#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/settings.hpp"
#include "runtime/replication/settings.hpp"
#include "runtime/support/real.hpp"

/// The loading of this library, and its work before the MPI exists.

namespace closeranks {

void load() noexcept {
    [[maybe_unused]] static const bool once = [] {
        resolve_real_entry_points(); // from now on calls no longer pass here
        return true;
    }();
}

// This library does not look for programs that find the MPI by themselves.
void mpi_is_initialising(const void *) noexcept {}

namespace {

// 101 is the first priority the system leaves to programs.
[[gnu::constructor(101)]] void load_early() { load(); }

// Not in load(), because the C library takes over the environment in its own constructor, and
// forgets earlier changes.
[[gnu::constructor]] void prepare_environment() {
    if (replication::is_replicated()) make_settings();
}

} // namespace

} // namespace closeranks
