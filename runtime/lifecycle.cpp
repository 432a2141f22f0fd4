#include "runtime/lifecycle.hpp"

#include "runtime/buffered.hpp"
#include "runtime/bypass.hpp"
#include "runtime/commit.hpp"
#include "runtime/creation.hpp"
#include "runtime/entry.hpp"
#include "runtime/exit_watch.hpp"
#include "runtime/files.hpp"
#include "runtime/generalized_request.hpp"
#include "runtime/intercommunicator.hpp"
#include "runtime/keeper_link.hpp"
#include "runtime/loading.hpp"
#include "runtime/open_mpi_messages.hpp"
#include "runtime/pending.hpp"
#include "runtime/spawn.hpp"
#include "runtime/stall.hpp"
#include "runtime/threads.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

[[gnu::constructor]] void prepare_environment() {
    constexpr int keep = 0;
    inherit_settings();
    setenv("OMPI_MCA_async_mpi_finalize", "1", keep);
    setenv("OMPI_MCA_coll", "^han", keep);
    // Microseconds between looks for events, of which a failure is one (the default: 10,000).
    setenv("OMPI_MCA_mpi_event_tick_rate", "500", keep);
    // Messages under way in shared memory (the default: 512). Those to a process that died are
    // under way for ever, and once all are, nothing can be sent to anybody.
    setenv("OMPI_MCA_btl_sm_free_list_max", "2048", keep);
    // MPI_Dist_graph_create with this one hangs now and then, also without any failure.
    setenv("OMPI_MCA_topo", "^treematch", keep);
    // The default without "put": a long message over TCP whose sender dies within it would crash
    // the receiver (mca_pml_ob1_recv_request_process_pending).
    setenv("OMPI_MCA_btl_tcp_flags", "send,inplace,need-ack,need-csum,hetero-rdma", keep);
}

namespace {

/// Whether this run was started with fault tolerance (mpirun --with-ft ulfm), by the MPI tools
/// interface (MPI 4.1, 15.3): the one official way to read a setting, also before MPI_Init. What
/// `level` of thread support is asked for becomes Open MPI's for everything
/// (ompi_mpi_thread_level).
bool fault_tolerance_is_on(int level) noexcept {
    if (MPI_T_init_thread(level, &level) != MPI_SUCCESS) return false;
    int index = 0;
    int count = 0;
    int value = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    if (MPI_T_cvar_get_index("mpi_ft_enable", &index) == MPI_SUCCESS &&
        MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) == MPI_SUCCESS) {
        static_cast<void>(MPI_T_cvar_read(handle, &value)); // a bool: writes the first byte only
        static_cast<void>(MPI_T_cvar_handle_free(&handle));
    }
    static_cast<void>(MPI_T_finalize());
    return value != 0;
}

int thread_level() noexcept {
    int level = MPI_THREAD_SINGLE;
    static_cast<void>(real.Query_thread(&level));
    return level;
}

/// To be said by one process.
void say_that_nothing_is_protected() noexcept {
    world().report.say(
        "fault tolerance is not active in this run, so nothing is protected; add "
        "the option --with-ft ulfm to mpirun, or start with the closeranks launcher");
}

/// Over TCP, whoever sends to a process that has just died is ended by SIGPIPE: Open MPI does not
/// ask for an error instead. What the program has said about that signal stays.
void survive_broken_connections() noexcept {
    struct sigaction current {};
    if (sigaction(SIGPIPE, nullptr, &current) != 0 || (current.sa_flags & SA_SIGINFO) != 0 ||
        current.sa_handler != SIG_DFL)
        return;
    current.sa_handler = SIG_IGN;
    static_cast<void>(sigaction(SIGPIPE, &current, nullptr));
}

void read_configuration(World &w) {
    std::vector<std::string> problems;
    w.config = Config::read(problems);
    w.policies = w.config.policies;
    if (!w.config.disable && fault_tolerance_is_on(thread_level())) survive_broken_connections();
    w.report.start(w.config, w.rank, w.size);
    if (const std::string wrong = w.injector.arm(w.config, w.rank, w.size); !wrong.empty())
        problems.push_back(wrong);
    w.armed = w.injector.counts_calls();
    if (w.rank != 0) return;
    for (const std::string &problem : problems)
        w.report.say("%s", problem.c_str());
    if (w.config.dump_config) w.report.say("%s", w.config.dump().c_str());
}

/// Whether collectives are committed optimistically: as configured, where that can be had.
bool is_optimistic(World &w) noexcept {
    if (w.config.commit != CommitChoice::optimistic) return false;
    if (w.progresses && !w.threads) return true;
    if (w.rank == 0 && w.config.is_set("commit"))
        w.report.say("the commit `agreed` is used instead of `optimistic`: %s",
                     w.progresses ? "the program runs with MPI_THREAD_MULTIPLE"
                                  : "this MPI has no progress engine like Open MPI 5's");
    return false;
}

Commit *commit_for(bool optimistic) {
    static AgreedCommit agreed;
    static OptimisticCommit without_messages;
    if (optimistic) return &without_messages;
    return &agreed;
}

/// MPI has just been initialised.
void start(World &w) noexcept {
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &w.rank));
    static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &w.size));
    w.threads = thread_level() == MPI_THREAD_MULTIPLE;
    if (!w.threads) w.communicators.remember_latest();
    if (!w.threads) w.files.remember_latest();
    if (!w.threads) w.windows.remember_latest();
    w.missing.reserve(w.size);
    name_program();
    read_configuration(w);
    if (w.size > 1 || has_parents()) protect_processes();
    meet_parents();
}

} // namespace

void protect_processes() noexcept {
    World &w = world();
    if (w.config.disable || w.active) return;
    if (!fault_tolerance_is_on(thread_level())) {
        if (w.rank == 0) say_that_nothing_is_protected();
        w.report.unprotected();
        return;
    }
    if (!w.config.verbose) quieten_open_mpi();
    w.progresses = w.service.prepare();
    const bool optimistic = is_optimistic(w);
    w.commit = commit_for(optimistic);
    w.everyone = protect_world(optimistic);
    w.active = w.everyone != nullptr;
    if (w.active) {
        learn_complete_at_once();
        make_room_for_fortran();
        prepare_files();
        watch_exits();
    } else {
        w.report.say("MPI_COMM_WORLD could not be duplicated in MPI_Init, so nothing is protected");
        w.report.unprotected();
    }
}

namespace {

/// Our communicators go before the MPI does; the program's handles stay its own.
void forget_communicators(World &w) noexcept {
    std::vector<Intercommunicator *> pairs;
    w.intercommunicators.for_each([&](Intercommunicator &sides) { pairs.push_back(&sides); });
    for (Intercommunicator *sides : pairs)
        let_go(*sides);
    // Open MPI's own end fails with communicators of several worlds (ompi_dpm_dyn_finalize).
    std::vector<Comm> foreign;
    std::vector<Communicator *> all;
    w.communicators.for_each([&](Communicator &c) { all.push_back(&c); });
    for (Communicator *c : all) {
        if (c->foreign) foreign.emplace_back(c->handle);
        w.communicators.erase(c->handle);
        release(*c);
    }
    w.connected.clear();
    w.retired.clear();
    w.services.reset();
    w.partitions.comm.reset();
    w.bridge.reset();
    w.everyone = nullptr;
    w.active = false;
}

/// Whether to leave everything to another copy of this library, whose calls come through here.
bool is_second_copy() noexcept {
    const char *const first = copy_in_front();
    if (first == nullptr) return false;
    int rank = 0;
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &rank));
    if (rank == 0)
        world().report.say("closeranks is loaded twice: %s protects the program, and another copy "
                           "behind it does nothing",
                           first);
    return true;
}

/// Calls the MPI's own initialisation, and then begins ours.
template <typename Call> int begin(Call call) noexcept {
    const WaitingForParents limit;
    tell_keeper(keeper::Kind::initialising);
    before_mpi_starts();
    const int code = call();
    after_mpi_started();
    if (code == MPI_SUCCESS && !is_second_copy()) start(world());
    if (code == MPI_SUCCESS) tell_keeper(keeper::Kind::initialised);
    return code;
}

} // namespace

int init(int *argc, char ***argv) noexcept {
    load();
    mpi_is_reached();
    prepare_environment(); // we may be in a constructor that comes before ours
    Entry entry(Function::Init);
    if (world().sessions.begin_world_model()) return MPI_SUCCESS;
    return begin([&] { return real.Init(argc, argv); });
}

int init_thread(int *argc, char ***argv, int required, int *provided) noexcept {
    load();
    mpi_is_reached();
    prepare_environment(); // we may be in a constructor that comes before ours
    Entry entry(Function::Init_thread);
    if (world().sessions.begin_world_model()) return real.Query_thread(provided);
    return begin([&] { return real.Init_thread(argc, argv, required, provided); });
}

int init_below(int required) noexcept {
    return begin([&] {
        int provided = MPI_THREAD_SINGLE;
        return real.Init_thread(nullptr, nullptr, required, &provided);
    });
}

bool can_protect(int required) noexcept {
    if (copy_in_front() != nullptr) return false;
    std::vector<std::string> unused; // said when the configuration is read in earnest
    if (Config::read(unused).disable) return false;
    if (fault_tolerance_is_on(required)) return true;
    // There are no ranks yet but those of the launcher.
    const char *const rank = getenv("PMIX_RANK");
    if (rank != nullptr && std::string_view(rank) == "0") say_that_nothing_is_protected();
    return false;
}

int finalize() noexcept {
    World &w = world();
    if (w.active) w.self_attributes.delete_all();
    if (const std::optional<int> code = w.sessions.end_world_model()) return *code;
    return end_mpi();
}

int end_mpi() noexcept {
    World &w = world();
    if (w.active) w.self_attributes.delete_all();
    {
        Entry entry(Function::Finalize);
        if (w.active) {
            drain_buffered_sends(); // MPI_Finalize detaches the buffer (MPI 4.1, 3.6)
            const auto barrier = [](MPI_Comm working, int) { return real.Barrier(working); };
            Operation meeting{
                .function = Function::Finalize, .native = barrier, .kept = agree_on()};
            static_cast<void>(run_carefully(*w.everyone, meeting));
            w.background.stop();
            stall_watch().stop();
            w.service.stop(); // all survivors are here, so nobody lags behind
            w.window_service.stop();
            w.report.finish(w.everyone->working.get());
            forget_communicators(w);
        } else if (!w.config.disable) {
            w.report.finish(MPI_COMM_NULL);
        }
        w.armed = false;
    }
    expect_exit();
    tell_keeper(keeper::Kind::finalised);
    return real.Finalize();
}

// The MPI's own comes back to us for the last step (exit_watch.hpp).
int abort(MPI_Comm comm, int code) noexcept { return real.Abort(comm, code); }

} // namespace closeranks
