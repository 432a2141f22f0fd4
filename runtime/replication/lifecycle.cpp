#include "generated/replicas/calls.hpp"
#include "runtime/openmpi/broken_connections.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/openmpi/own_messages.hpp"
#include "runtime/openmpi/settings.hpp"
#include "runtime/replication/clock_calls.hpp"
#include "runtime/replication/communicator.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/ends.hpp"
#include "runtime/replication/file_calls.hpp"
#include "runtime/replication/handed_descriptors.hpp"
#include "runtime/replication/planned_deaths.hpp"
#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/request_table.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/replication/service.hpp"
#include "runtime/replication/settings.hpp"
#include "runtime/replication/shared_ring.hpp"
#include "runtime/replication/transport.hpp"
#include "runtime/replication/turns.hpp"
#include "runtime/replication/wire.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/replication/world_attributes.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/replica_report.hpp"
#include "runtime/support/function_ref.hpp"
#include "runtime/support/real.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

/// From MPI_Init to MPI_Finalize.

namespace closeranks::replication {

namespace {

constexpr int status_of_setup = 83; // the launcher's status for a run that it cannot start

[[noreturn]] void give_up(const char *why) noexcept {
    if (world().self() == ProcessId{0}) say("the replicated run cannot begin: %s", why);
    end_job(status_of_setup);
}

void find_out_who_is_who() {
    int processes = 0;
    int self = 0;
    static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &processes));
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &self));
    const auto twins = parse_ranks(std::getenv(replicate_variable));
    const bool is_possible = twins && World::is_possible(processes, *twins);
    world() = World(processes, is_possible ? *twins : std::vector<int>{}, ProcessId{self});
    if (!is_possible)
        give_up("CLOSERANKS_REPLICATE is no list of ranks that can have twins among these "
                "processes; the launcher sets it: use closeranks --replicate");
}

void read_options() {
    std::vector<std::string> problems;
    const Config config = Config::read(problems);
    for (const std::string &problem : problems)
        if (world().self() == ProcessId{0}) say("%s", problem.c_str());
    replica_report().start(config, my_rank(), number_of(world().self()), world().ranks());
    plan_deaths(config);
    constexpr unsigned bits_of_mebi = 20;
    bound_logs(static_cast<std::size_t>(config.replica_log) << bits_of_mebi);
    if (config.replica_check) comparison().begin();
    if (config.replica_clocks == ReplicaClocksChoice::leader) begin_clock_calls();
    if (config.replica_files == ReplicaFilesChoice::leader) begin_file_calls();
}

void begin() {
    find_out_who_is_who();
    read_options();
    int level = MPI_THREAD_SINGLE;
    static_cast<void>(real.Query_thread(&level));
    if (!fault_tolerance_is_on(level)) give_up(way_to_fault_tolerance(level));
    if (level > MPI_THREAD_FUNNELED) watch_turns();
    if (!FailedProcesses::prepare()) give_up("this MPI does not tell which processes have failed");
    survive_broken_connections();
    quieten_open_mpi();
    offer_shared_ring();
    offer_to_take_descriptors();
    if (!make_wire()) give_up("the processes cannot be connected");
    if (communicators_begin(world().ranks(), my_rank()) != MPI_SUCCESS)
        give_up("MPI_COMM_SELF cannot be duplicated");
    make_room_for_fortran();
    avoid_shared_file_pointers();
    begin_transport();
    decisions().begin();
    prepare_service();
    watch_exits();
    lose_absent();
}

int begin_mpi(FunctionRef<int()> call) {
    tell_keeper(keeper::Kind::initialising);
    make_settings(); // this may run in a constructor before that of the library
    const int code = call();
    if (code != MPI_SUCCESS) return code;
    begin();
    tell_keeper(keeper::Kind::initialised);
    if (world().my_other()) {
        if (are_clocks_repeated()) begin_process_number();
        begin_program_calls();
    }
    return code;
}

} // namespace

namespace calls {

int init(int *argc, char ***argv) {
    return begin_mpi([&] { return real.Init(argc, argv); });
}

int init_thread(int *argc, char ***argv, int required, int *provided) {
    // One thread at a time, because calls of several threads are not deterministic.
    const int level = std::min<int>(required, MPI_THREAD_SERIALIZED);
    return begin_mpi([&] { return real.Init_thread(argc, argv, level, provided); });
}

int initialized(int *flag) { return real.Initialized(flag); }

int finalized(int *flag) { return real.Finalized(flag); }

int abort(MPI_Comm comm, int errorcode) {
    return real.Abort(comm, errorcode); // calls back for the last step (ends.cpp)
}

int finalize() {
    delete_attributes_of_self();
    end_service();
    end_file_calls();
    end_program_calls();
    comparison().end();
    decisions().tell_end(arrived_messages());
    end_transport();
    decisions().end();
    take_files_over();
    expect_exit();
    request_table().end();
    communicators_end();
    replica_report().finish(most_logged());
    return real.Finalize();
}

} // namespace calls

} // namespace closeranks::replication
