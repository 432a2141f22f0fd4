#include "runtime/processes/spawn.hpp"

#include "runtime/commit/collective.hpp"
#include "runtime/commit/repair.hpp"
#include "runtime/communicators/creation_parts.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/openmpi/child_settings.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/self_intercomm.hpp"
#include "runtime/openmpi/starting.hpp"
#include "runtime/processes/connection.hpp"
#include "runtime/processes/own_program.hpp"
#include "runtime/processes/preload.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/processes/spawn_limits.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/ulfm.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace closeranks {

namespace {

/// True for all settings except those that concern one MPI_COMM_WORLD alone (the processes to kill
/// in it, the place of its report) or one process (its keeper). The records have names of their
/// own, and without them the launcher would not know the lost processes.
bool is_for_children(std::string_view setting) {
    constexpr std::array<std::string_view, 3> own{"KILL", "REPORT", "KEEPER"};
    constexpr std::string_view prefix = "CLOSERANKS_";
    if (!setting.starts_with(prefix)) return false;
    setting.remove_prefix(prefix.size());
    return std::none_of(own.begin(), own.end(),
                        [&](std::string_view name) { return setting.starts_with(name); });
}

std::string packed_settings(Precedence when) {
    std::string packed;
    for (char **setting = environ; *setting != nullptr; ++setting)
        if (is_for_children(*setting)) pack(packed, when, *setting);
    return packed;
}

/// For processes that have to be like this one: the rest of the environment as well. mpirun gives
/// to later jobs only its own environment, and on other nodes not even that.
std::string packed_environment() {
    std::string packed = packed_settings(Precedence::in_any_case);
    const auto is_ours = [](const std::string &setting) {
        return setting.starts_with("CLOSERANKS_") || setting.starts_with("LD_PRELOAD=");
    };
    for (const Variable &variable : own_environment())
        if (!is_of_one_process(variable.setting) && !is_ours(variable.setting))
            pack(packed, variable.is_given ? Precedence::in_any_case : Precedence::unless_set,
                 variable.setting);
    constexpr std::size_t most = 100'000; // Linux takes 128 KiB
    return packed.size() <= most ? packed : packed_settings(Precedence::in_any_case);
}

/// True if `command` is this process's program.
bool is_own_program(const char *command) noexcept {
    std::error_code problem;
    return command != nullptr && std::filesystem::equivalent(command, "/proc/self/exe", problem);
}

/// A copy of an info argument that makes the children, which run `command`, load this library.
class ChildInfo {
  public:
    ChildInfo(MPI_Info given, const char *command) noexcept : info_(given) {
        const std::string preload = preload_for_ranks(is_own_program(command));
        if (preload.empty()) return;
        const int code =
            given == MPI_INFO_NULL ? real.Info_create(&copy_) : real.Info_dup(given, &copy_);
        if (code != MPI_SUCCESS) return; // the call itself judges its argument
        std::array<char, MPI_MAX_INFO_VAL + 1> value{};
        int found = 0;
        static_cast<void>(
            real.Info_get(copy_, environment_key, MPI_MAX_INFO_VAL, value.data(), &found));
        std::string text = found != 0 ? value.data() + std::string("\n") : std::string();
        text.append("LD_PRELOAD=").append(preload);
        // The launcher may have given a bare name, which is searched in these folders. The other
        // libraries of closeranks are there as well (docs/explanation/loading.md).
        const char *const folders = getenv("LD_LIBRARY_PATH");
        const bool have_none =
            folders == nullptr || text.find("LD_LIBRARY_PATH=") != std::string::npos;
        const bool is_path = preload.find('/') != std::string::npos;
        // R's start script sets LD_LIBRARY_PATH from this variable (the launcher's r_language.py).
        if (const char *const of_r = getenv("R_LD_LIBRARY_PATH"); of_r != nullptr)
            text.append("\nR_LD_LIBRARY_PATH=").append(of_r);
        if (!have_none && add(text + "\nLD_LIBRARY_PATH=" + folders))
            info_ = copy_;
        else if ((have_none || is_path) && add(text))
            info_ = copy_;
    }
    [[nodiscard]] bool loads_us() const noexcept {
        return copy_ != MPI_INFO_NULL && info_ == copy_;
    }
    ChildInfo(ChildInfo &&other) noexcept
        : info_(other.info_), copy_(std::exchange(other.copy_, MPI_INFO_NULL)) {}
    ~ChildInfo() {
        if (copy_ != MPI_INFO_NULL) static_cast<void>(real.Info_free(&copy_));
    }
    ChildInfo(const ChildInfo &) = delete;
    ChildInfo &operator=(const ChildInfo &) = delete;
    ChildInfo &operator=(ChildInfo &&) = delete;

    [[nodiscard]] MPI_Info get() const noexcept { return info_; }

  private:
    /// Too long a list is left out: the children then run without closeranks, as they would have
    /// without the library.
    bool add(const std::string &text) const noexcept {
        return text.size() < MPI_MAX_INFO_VAL &&
               real.Info_set(copy_, environment_key, text.c_str()) == MPI_SUCCESS;
    }

    MPI_Info info_;
    MPI_Info copy_ = MPI_INFO_NULL;
};

/// The number of processes in `comm`; 0: the MPI has to check it.
int size_of(MPI_Comm comm) noexcept {
    int size = 0;
    int inter = 1;
    if (comm == MPI_COMM_NULL || real.Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter != 0 ||
        real.Comm_size(comm, &size) != MPI_SUCCESS)
        return 0;
    return size;
}

/// The program's call on real communicators, with the library's info arguments.
using StartCall = FunctionRef<int(MPI_Comm parents, int root, const MPI_Info infos[])>;

/// One program's call of Comm_spawn or Comm_spawn_multiple.
class Spawning {
  public:
    /// `given`: the info arguments, one for each of `commands`, if this process `is_root`.
    Spawning(StartCall call, bool is_root, std::span<const MPI_Info> given,
             const char *const commands[])
        : call_(call) {
        if (!is_root) return;
        setenv(inherited_settings, packed_settings(Precedence::unless_set).c_str(), 1);
        for (std::size_t i = 0; i < given.size(); ++i)
            infos_.push_back(children_.emplace_back(given[i], commands[i]).get());
    }

    /// True when all children that this process starts will load the library.
    [[nodiscard]] bool loads_us() const noexcept {
        return std::all_of(children_.begin(), children_.end(),
                           [](const ChildInfo &child) { return child.loads_us(); });
    }

    /// Starts the children, which are told whether the parents `meet` them.
    [[nodiscard]] int start(MPI_Comm parents, int root, bool meet) noexcept {
        end_children(); // children of an attempt that had to be repeated
        meets_ = meet;
        name_starting_parent();
        setenv(parents_meet, meet ? "1" : "0", 1);
        setenv(replaced_job, "", 1);
        const StartLimit limit(patience_of_the_mpi);
        const int code = call_(parents, root, infos_.empty() ? nullptr : infos_.data());
        started_ = take_spawned_job();
        // Open MPI's code for children that do not come.
        return code == MPI_ERR_INTERN ? MPI_ERR_SPAWN : code;
    }

    /// Ends the children that this process has started, if there are any. Their parents do not
    /// come, so they would wait for them in MPI_Init, and mpirun would wait for the children.
    void end_children() noexcept {
        if (started_.empty()) return;
        static_cast<void>(kill_job(started_));
        started_.clear();
    }

    /// Starts children by `start`, and protects the intercommunicator with them if both sides have
    /// to do so. Starts other children when a process fails before the sides are connected.
    [[nodiscard]] int start_and_meet(MPI_Comm comm, MPI_Comm *intercomm,
                                     FunctionRef<int()> start) noexcept {
        constexpr int attempts = 10;
        constexpr int parents_side = 0;
        constexpr bool able = true;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            *intercomm = MPI_COMM_NULL;
            const int code = start();
            if (code != MPI_SUCCESS) end_children();
            if (code != MPI_SUCCESS || *intercomm == MPI_COMM_NULL || !meets_) return code;
            if (const auto met = try_to_protect_connection(intercomm, parents_side, able))
                return *met;
        }
        end_children();
        *intercomm = MPI_COMM_NULL;
        runtime().report.say("no process can be spawned: a process dies each time before the "
                             "parents and the children have met");
        call_errhandler(comm, MPI_ERR_SPAWN);
        return MPI_ERR_SPAWN;
    }

  private:
    StartCall call_;
    std::vector<ChildInfo> children_;
    std::vector<MPI_Info> infos_;
    std::string started_; ///< the job, if this process was the root
    bool meets_ = false;
};

/// True when a process in `working` has failed. Called after an error: a failure that breaks off a
/// spawn may return another code (Quirk::other_error: MPI_ERR_INTERN, from PMIx), before the
/// failure is reported.
bool has_lost_somebody(MPI_Comm working) noexcept {
    constexpr double seconds_until_told = 0.2;
    constexpr int tag = 0;
    const double end = real.Wtime() + seconds_until_told;
    while (!is_broken(working) && real.Wtime() < end) {
        int unused = 0; // the call lets the MPI progress
        static_cast<void>(real.Iprobe(0, tag, MPI_COMM_SELF, &unused, MPI_STATUS_IGNORE));
    }
    return is_broken(working);
}

/// Spawns from a single process, or from processes without protection.
int spawn_unguarded(Spawning &spawning, MPI_Comm comm, int size, int root,
                    MPI_Comm *intercomm) noexcept {
    const bool meet =
        size == 1 && runtime().active && !Entry::nested() && can_make_self_intercomm();
    return spawning.start_and_meet(
        comm, intercomm, [&] { return spawning.start(comm, root, meet && spawning.loads_us()); });
}

/// Spawns from the survivors of `c`. When one of them fails meanwhile, they start other children.
/// Open MPI breaks off then, and the children of that attempt wait in MPI_Init. mpirun ends them
/// with the last of their parents.
int spawn_by_survivors(Spawning &spawning, Function function, Communicator &c, int root,
                       MPI_Comm *intercomm) noexcept {
    WaitingForChildren limit(function_name(function));
    const auto start = [&](MPI_Comm working, int live_root) {
        limit.begin_attempt();
        // A process that has failed already must not cost an attempt.
        static_cast<void>(real.Barrier(working));
        const bool meet = agree(working, spawning.loads_us() && can_make_self_intercomm());
        if (is_broken(working)) return MPIX_ERR_REVOKED;
        const int code = spawning.start(working, live_root, meet);
        // The children do not know of a process that failed meanwhile, and would wait for it.
        if (code == MPI_SUCCESS) return is_broken(working) ? MPIX_ERR_PROC_FAILED : code;
        return has_lost_somebody(working) ? MPIX_ERR_PROC_FAILED : code;
    };
    return spawning.start_and_meet(c.identity.handle(), intercomm, [&] {
        // An attempt that other processes could not complete leaves no intercommunicator, even when
        // the root fails in it.
        const Snapshot none(intercomm, sizeof *intercomm, MPI_BYTE);
        Operation operation{.function = function,
                            .root = root,
                            .native = start,
                            .before = &none,
                            .kept = agree_on()};
        const int code = run_carefully(c, operation);
        if (*intercomm != MPI_COMM_NULL) inherit_error_handler(c.identity.handle(), *intercomm);
        return code;
    });
}

int spawn_children(Function function, MPI_Comm comm, int root, std::span<const MPI_Info> given,
                   const char *const commands[], MPI_Comm *intercomm, StartCall call) noexcept {
    const int size = size_of(comm);
    if (size == 1 && runtime().size == 1) protect_processes();
    int rank = MPI_UNDEFINED;
    Communicator *const c = Entry::nested() ? nullptr : runtime().communicators.find(comm);
    if (c != nullptr)
        rank = c->rank;
    else if (size != 0)
        static_cast<void>(real.Comm_rank(comm, &rank));
    Spawning spawning(call, rank == root, given, commands);
    return c != nullptr ? spawn_by_survivors(spawning, function, *c, root, intercomm)
                        : spawn_unguarded(spawning, comm, size, root, intercomm);
}

} // namespace

int spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm,
          MPI_Comm *intercomm, int array_of_errcodes[]) noexcept {
    return spawn_children(Function::Comm_spawn, comm, root, {&info, 1}, &command, intercomm,
                          [&](MPI_Comm parents, int live_root, const MPI_Info infos[]) {
                              return real.Comm_spawn(command, argv, maxprocs,
                                                     infos != nullptr ? infos[0] : info, live_root,
                                                     parents, intercomm, array_of_errcodes);
                          });
}

int spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
                   const int array_of_maxprocs[], const MPI_Info array_of_info[], int root,
                   MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) noexcept {
    // Read at the root only, where they are significant. The MPI judges wrong ones.
    const bool are_given = count > 0 && array_of_commands != nullptr && array_of_info != nullptr;
    const std::span<const MPI_Info> given(array_of_info,
                                          are_given ? static_cast<std::size_t>(count) : 0);
    return spawn_children(Function::Comm_spawn_multiple, comm, root, given, array_of_commands,
                          intercomm, [&](MPI_Comm parents, int live_root, const MPI_Info infos[]) {
                              return real.Comm_spawn_multiple(
                                  count, array_of_commands, array_of_argv, array_of_maxprocs,
                                  infos != nullptr ? infos : array_of_info, live_root, parents,
                                  intercomm, array_of_errcodes);
                          });
}

namespace {

/// The hosts for the processes of lost ranks. Settings for all of them are in the first info.
Info place_on(const std::string &host, const std::string &folder, bool is_first) noexcept {
    Info place;
    static_cast<void>(real.Info_create(place.out()));
    if (!folder.empty() && folder.size() < MPI_MAX_INFO_VAL)
        static_cast<void>(real.Info_set(place.get(), "wd", folder.c_str()));
    // Quirk::slots_of_dead
    if (is_first) static_cast<void>(real.Info_set(place.get(), "map_by", "slot:OVERSUBSCRIBE"));
    if (!host.empty()) static_cast<void>(real.Info_set(place.get(), "host", host.c_str()));
    return place;
}

int start_program(const StartPlaces &places, Comm &pair) noexcept {
    ProgramLine program = own_program();
    const std::string own = program.command;
    program.put_before(own_keeper());
    std::vector<Info> given;
    std::vector<ChildInfo> infos;
    std::vector<MPI_Info> handles;
    std::vector<int> counts;
    for (const auto &[host, count] : places) {
        given.push_back(place_on(host, program.folder, given.empty()));
        infos.emplace_back(given.back().get(), own.c_str());
        handles.push_back(infos.back().get());
        counts.push_back(count);
    }
    std::vector<char *> commands(places.size(), program.command.data());
    std::vector<char **> arguments(places.size(), program.arguments());
    // Open MPI copies the attributes of the communicator that spawns.
    Comm alone;
    static_cast<void>(split_off_self(MPI_COMM_SELF, alone.out()));
    const ErrorsReturn guard(alone.get());
    const int code = real.Comm_spawn_multiple(static_cast<int>(places.size()), commands.data(),
                                              arguments.data(), counts.data(), handles.data(), 0,
                                              alone.get(), pair.out(), MPI_ERRCODES_IGNORE);
    if (code != MPI_SUCCESS) static_cast<void>(pair.release());
    return code;
}

} // namespace

std::string spawn_replacements(const StartPlaces &places, Comm &pair) noexcept {
    setenv(inherited_settings, packed_environment().c_str(), 1);
    name_starting_parent();
    setenv(parents_meet, "1", 1);
    const std::string own = is_replacement() ? job_of_ranks() : "";
    setenv(replaced_job, job_of_ranks().c_str(), 1);
    const StartLimit limit(std::chrono::seconds(runtime().config.spawn_patience));
    const int code = start_program(places, pair);
    setenv(replaced_job, own.c_str(), 1);
    std::string job = take_spawned_job();
    if (code == MPI_SUCCESS) return job;
    if (!job.empty()) static_cast<void>(kill_job(job));
    return {};
}

bool has_parents() noexcept {
    if (is_replacement()) return false;
    MPI_Comm parents = MPI_COMM_NULL;
    static_cast<void>(real.Comm_get_parent(&parents));
    return parents != MPI_COMM_NULL;
}

void meet_parents() noexcept {
    if (!has_parents() || !is_expected_by_parents()) return;
    MPI_Comm parents = MPI_COMM_NULL;
    static_cast<void>(real.Comm_get_parent(&parents));
    constexpr int childrens_side = 1;
    // At this time there is no error handler that could receive an error.
    const MPI_Comm real_one = parents;
    // Without an answer the parents start other processes in the place of these.
    if (!try_to_protect_connection(&parents, childrens_side, runtime().active)) _exit(EXIT_SUCCESS);
    if (parents != real_one) foreign_processes().parents = parents;
}

void inherit_settings() noexcept {
    if (!is_spawned()) return;
    // mpirun gives its own environment to all processes, but these variables concern only its first
    // job.
    for (const char *own : {"CLOSERANKS_KILL", "CLOSERANKS_KILL_RANDOM", "CLOSERANKS_REPORT"})
        unsetenv(own);
    take_over_settings();
}

} // namespace closeranks
