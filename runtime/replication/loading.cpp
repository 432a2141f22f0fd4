#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/settings.hpp"
#include "runtime/replication/settings.hpp"
#include "runtime/support/real.hpp"

/// How this library is loaded, and what it does before the MPI is there.

namespace closeranks {

void load() noexcept {
    [[maybe_unused]] static const bool once = [] {
        resolve_real_entry_points(); // from now on nobody comes by here
        return true;
    }();
}

// Programs that find the MPI by themselves are not looked for here.
void mpi_is_initialising(const void *) noexcept {}

namespace {

// 101 is the first priority the system leaves to programs.
[[gnu::constructor(101)]] void load_early() { load(); }

// Not in load(): the C library takes over the environment in its own constructor, and forgets what
// was set before.
[[gnu::constructor]] void prepare_environment() {
    if (replication::is_replicated()) make_settings();
}

} // namespace

} // namespace closeranks
