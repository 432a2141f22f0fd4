#include "runtime/processes/lifecycle.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/self_attributes.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/threads.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/files/files.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/messages/buffered.hpp"
#include "runtime/messages/partition_traffic.hpp"
#include "runtime/openmpi/broken_connections.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/release_6.hpp"
#include "runtime/openmpi/settings.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/processes/preload.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/processes/python_end.hpp"
#include "runtime/processes/spare.hpp"
#include "runtime/processes/spawn.hpp"
#include "runtime/processes/spawn_limits.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/stall/stall_watch.hpp"
#include "runtime/windows/rma_server.hpp"
#include "runtime/windows/window.hpp"

#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {

[[gnu::constructor]] void prepare_environment() noexcept {
    inherit_settings();
    make_settings();
    mend_intercomm_agreement();
}

namespace {

/// `problems`: errors in the configuration.
void begin_report(Runtime &w, std::vector<std::string> problems) {
    w.policies = {.for_good = w.config.policies, .for_now = w.config.policies_before_resuming};
    w.report.start(w.config, w.rank, w.size);
    // The planned failures of this rank have happened, and all has been reported.
    if (WayBack::is_on()) return;
    if (const std::string wrong = w.injector.arm(w.config, w.report, w.rank, w.size);
        !wrong.empty())
        problems.push_back(wrong);
    w.armed = w.injector.counts_calls();
    if (w.rank != 0) return;
    if (std::string tool = tool_behind(); !tool.empty()) problems.push_back(std::move(tool));
    for (const std::string &problem : problems)
        w.report.say("%s", problem.c_str());
    if (!w.config.dump_config) return;
    const std::string dump = w.config.dump();
    // Distinguishes them from other lines of the library.
    for (const std::string_view line : split(dump, '\n'))
        w.report.say("config: %s", std::string(line).c_str());
}

/// MPI has just been initialised.
void start(Runtime &w) noexcept {
    std::vector<std::string> problems;
    w.config = Config::read(problems);
    const bool is_protected = !w.config.disable && fault_tolerance_is_on(thread_level());
    if (is_protected) survive_broken_connections();
    members().begin(is_protected, w.config.spares);
    if (const int spares = members().processes() - members().size();
        is_protected && !is_spawned() && spares != w.config.spares)
        problems.push_back("Of " + std::to_string(members().processes()) + " processes " +
                           std::to_string(w.config.spares) +
                           " cannot be spares: two ranks have to be left. There are " +
                           std::to_string(spares) + " spares.");
    process_locations().gather(own_location(), !w.config.disable);
    w.size = members().size();
    w.threads = thread_level() == MPI_THREAD_MULTIPLE;
    if (!w.threads) w.communicators.remember_latest();
    if (!w.threads) file_table().remember_latest();
    if (!w.threads) window_table().remember_latest();
    lost_ranks().begin(0);
    Communicator *everyone = nullptr;
    if (members().rank() == MPI_UNDEFINED || is_replacement()) everyone = wait_as_spare();
    w.rank = members().rank();
    w.size = members().size();
    name_program();
    begin_report(w, std::move(problems));
    if (everyone != nullptr)
        begin_to_protect(everyone);
    else if (w.size > 1 || has_parents())
        protect_processes();
    if (w.active) watch_python();
    meet_parents();
}

/// The library's communicators are freed before the MPI ends; the program keeps its handles.
void forget_communicators(Runtime &w) noexcept {
    std::vector<Intercommunicator *> pairs;
    w.intercommunicators.for_each([&](Intercommunicator &sides) { pairs.push_back(&sides); });
    for (Intercommunicator *sides : pairs)
        let_go(*sides);
    // Quirk::dynamic_finalize (ompi_dpm_dyn_finalize).
    std::vector<Comm> foreign;
    std::vector<Communicator *> all;
    w.communicators.for_each([&](Communicator &c) {
        if (!c.layout.is_part()) all.push_back(&c); // parts are freed with their parents
    });
    for (Communicator *c : all) {
        if (c->identity.spans_worlds()) foreign.emplace_back(c->identity.handle());
        w.communicators.erase(c->identity.handle());
        static_cast<void>(c->identity.give_up_holders());
        release(*c);
    }
    foreign_processes().clear();
    w.quarantined_comms.clear();
    w.services.reset();
    w.spares.reset();
    w.everyone = nullptr;
    w.active = false;
}

/// True if all calls are left to another copy of this library, whose calls come through here.
bool is_second_copy() noexcept {
    const char *const first = copy_in_front();
    if (first == nullptr) return false;
    int rank = 0;
    static_cast<void>(real.Comm_rank(Members::own_job(), &rank));
    if (rank == 0)
        runtime().report.say(
            "closeranks is loaded twice: %s protects the program, and another copy "
            "behind it does nothing",
            first);
    return true;
}

/// For the stall watch: an unusual way by which a rank came here, which the program may not have
/// meant.
const char *way_to_finalize() noexcept {
    if (std::uncaught_exceptions() != 0) return " (called while a C++ exception is on its way)";
    if (is_python_over()) return " (called at the end of Python)";
    return "";
}

/// A rank whose program has failed must not wait for the other ranks here, because they may wait
/// for it.
void leave_if_python_failed() noexcept {
    const std::string exception = exception_that_ended_python();
    if (exception.empty()) return;
    if (!runtime().config.quiet)
        runtime().report.say("rank %d ended by an uncaught exception (%s), so it does not wait for "
                             "the others in MPI_Finalize",
                             runtime().rank, exception.c_str());
    die(EXIT_FAILURE);
}

} // namespace

int begin_mpi(FunctionRef<int()> call) noexcept {
    WaitingForParents limit;
    tell_keeper(keeper::Kind::initialising);
    before_mpi_starts();
    const int code = call();
    limit.have_met();
    after_mpi_started();
    if (code == MPI_SUCCESS && !is_second_copy()) start(runtime());
    if (code == MPI_SUCCESS) keep_preload_from_children();
    if (code == MPI_SUCCESS) tell_keeper(keeper::Kind::initialised);
    return code;
}

int end_mpi() noexcept {
    Runtime &w = runtime();
    if (w.active) leave_if_python_failed();
    if (w.active) self_attributes().delete_all();
    {
        Entry entry(Function::Finalize);
        if (w.active) {
            w.finalizing = way_to_finalize();
            drain_buffered_sends(); // MPI_Finalize detaches the buffer (MPI 4.1, 3.6)
            static_cast<void>(meet(Function::Finalize, *w.everyone));
            nonblocking_tasks().stop();
            stall_watch().stop();
            recovery_server().stop(); // all survivors are here, so no member lags behind
            w.optimistic = false;
            rma_server().stop();
            w.everyone->working.run([&](MPI_Comm survivors) { w.report.finish(survivors); });
            dismiss_spares();
            forget_communicators(w);
        } else {
            w.report.finish(MPI_COMM_NULL);
        }
        w.armed = false;
    }
    expect_exit();
    members().end();
    tell_keeper(keeper::Kind::finalised);
    return real.Finalize();
}

} // namespace closeranks
