#include "runtime/processes/spare.hpp"

#include "runtime/communicators/protect_world.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/own_messages.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/members.hpp"
#include "runtime/run/process_locations.hpp"
#include "runtime/support/ulfm.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <unistd.h>

namespace closeranks {

namespace {

bool is_needed() noexcept {
    constexpr int tag = 0;
    int unused = 0; // the look lets the MPI work
    static_cast<void>(real.Iprobe(0, tag, MPI_COMM_SELF, &unused, MPI_STATUS_IGNORE));
    const auto failed = static_cast<int>(failed_in_world().size());
    return failed < members().size() && !is_revoked(runtime().spares.get());
}

} // namespace

void wait_as_spare() noexcept {
    constexpr std::chrono::milliseconds pause{1};
    if (!runtime().config.verbose) quieten_open_mpi();
    constexpr bool to_be_protected = true;
    static_cast<void>(gather_locations(own_location(), to_be_protected));
    static_cast<void>(all_are_able(true)); // it runs no collectives
    static_cast<void>(protect_world(false));
    while (runtime().spares && is_needed())
        std::this_thread::sleep_for(pause);
    runtime().spares.reset();
    members().end();
    tell_keeper(keeper::Kind::finalised);
    static_cast<void>(real.Finalize());
    _exit(EXIT_SUCCESS);
}

} // namespace closeranks
