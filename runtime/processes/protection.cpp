#include "runtime/processes/protection.hpp"

#include "runtime/commit/commit.hpp"
#include "runtime/communicators/protect_world.hpp"
#include "runtime/core/end_scope.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/layouts/arrangement.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/comm_epochs.hpp"
#include "runtime/openmpi/deferred_failures.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/own_messages.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/openmpi/quirks.hpp"
#include "runtime/openmpi/revocation_flag.hpp"
#include "runtime/openmpi/settings.hpp"
#include "runtime/openmpi/waits.hpp"
#include "runtime/processes/left_to_program.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/process_barrier.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

namespace {

/// Printed by one process. `level`: of thread support, as for fault_tolerance_is_on().
void say_that_nothing_is_protected(int level) noexcept {
    runtime().report.say("fault tolerance is not active in this run, so nothing is protected; %s",
                         way_to_fault_tolerance(level));
}

/// The reason why collectives cannot be committed optimistically; nullptr: they can.
const char *obstacle_to_optimism(const Runtime &w) {
    if (!w.progresses) return "this MPI has no progress engine like Open MPI 5's";
    if (!w.threads) return nullptr;
    // A vote compares numbers by the flag of an agreement.
    if (has(Quirk::deferred_message))
        return "the program runs with MPI_THREAD_MULTIPLE, and this Open MPI was not built by "
               "tools/setup";
    return prepare_process_barrier()
               ? nullptr
               : "the program runs with MPI_THREAD_MULTIPLE, and this system has no membarrier(2)";
}

/// True if collectives are committed optimistically: if configured, and possible at all processes.
bool is_optimistic(Runtime &w) {
    const bool wanted = w.config.commit == CommitChoice::optimistic;
    const char *const obstacle = wanted ? obstacle_to_optimism(w) : nullptr;
    const ErrorsReturn guard; // a process may have failed
    if (agree(members().everybody(), wanted && obstacle == nullptr)) return true;
    if (w.rank == 0 && wanted && w.config.is_set("commit"))
        w.report.say("the commit `agreed` is used instead of `optimistic`: %s",
                     obstacle != nullptr ? obstacle
                                         : "another rank cannot use it, or was told not to");
    return false;
}

} // namespace

int thread_level() noexcept {
    int level = MPI_THREAD_SINGLE;
    static_cast<void>(real.Query_thread(&level));
    return level;
}

void protect_processes() noexcept {
    Runtime &w = runtime();
    if (w.config.disable || w.active) return;
    if (!fault_tolerance_is_on(thread_level())) {
        if (w.rank == 0) say_that_nothing_is_protected(thread_level());
        w.report.unprotected();
        return;
    }
    if (is_left_to_program()) return;
    prepare_to_protect();
    begin_to_protect(protect_world(w.optimistic));
}

void prepare_to_protect() noexcept {
    Runtime &w = runtime();
    if (!w.config.verbose) quieten_open_mpi();
    w.progresses =
        FailedProcesses::prepare() && open_mpi_waits().prepare() && ProgressEngine::exists();
    w.optimistic = is_optimistic(w);
    if (w.optimistic) RevocationFlag::learn();
    keep_comm_epochs_apart();
    mend_deferred_failures();
    choose_commit(w.optimistic);
}

void begin_to_protect(Communicator *everyone) noexcept {
    Runtime &w = runtime();
    w.everyone = everyone;
    w.active = everyone != nullptr;
    if (w.active) {
        arrange_world(*everyone);
        learn_about_requests();
        make_room_for_fortran();
        avoid_shared_file_pointers();
        watch_exits();
        listen_to_ends();
    } else {
        w.report.say("MPI_COMM_WORLD could not be duplicated in MPI_Init, so nothing is protected");
        w.report.unprotected();
    }
}

bool can_protect(int required) noexcept {
    if (copy_in_front() != nullptr) return false;
    std::vector<std::string> unused; // reported when the configuration is really read
    const Config config = Config::read(unused);
    if (config.disable) return false;
    const bool is_on = fault_tolerance_is_on(required);
    const bool is_left = is_on && handles_failures(config);
    if (is_on && !is_left) return true;
    if (launched_process() != ProcessId{0}) return false; // there are no ranks yet
    if (is_left)
        say_that_it_is_left_to_program(config);
    else
        say_that_nothing_is_protected(required);
    return false;
}

} // namespace closeranks
