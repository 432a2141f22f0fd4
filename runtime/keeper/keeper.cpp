/// closeranks-keeper PROGRAM [ARGUMENTS...]
///
/// The launcher puts this small parent between mpirun and each process of the program. mpirun does
/// not tell why a process failed, and does not report a failure before MPI_Init or after
/// MPI_Finalize. The keeper starts the program, notes how far it comes and how it ends
/// (docs/reference/report.md), and ends in the same way. So mpirun sees the same end as without the
/// keeper (docs/developers/design.md).
///
/// The keeper is linked statically: preloaded libraries are for the program, and the start must
/// cost nothing.

#include "runtime/keeper/cause.hpp"
#include "runtime/keeper/daemon.hpp"
#include "runtime/keeper/memory_kills.hpp"
#include "runtime/keeper/message.hpp"
#include "runtime/keeper/outlet.hpp"
#include "runtime/keeper/record.hpp"
#include "runtime/keeper/stopped.hpp"
#include "runtime/openmpi/child_settings.hpp"
#include "runtime/run/replica_map.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace closeranks::keeper {

namespace {

constexpr int not_found = 127; // the status of shells
constexpr int not_executable = 126;

std::string environment(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr ? value : "";
}

void say(const std::string &text) {
    const std::string line = "closeranks: " + text + "\n";
    static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()) > 0);
}

/// The state that has to be restored in the program, and the pipe to which it writes.
struct Start {
    sigset_t signals{}; ///< signals blocked before
    std::array<int, 2> pipe{-1, -1};
    std::unique_ptr<Outlet> outlet; ///< by it the output of the program is written once
};

/// MPI programs can ask for their command (MPI_INFO_ENV), and must get their own, not that of the
/// keeper.
void correct_command(char **program) {
    if (std::getenv("OMPI_COMMAND") == nullptr) return;
    std::string arguments;
    for (char **word = program + 1; *word != nullptr; ++word)
        arguments.append(arguments.empty() ? "" : " ").append(*word);
    setenv("OMPI_COMMAND", *program, 1);
    setenv("OMPI_ARGV", arguments.c_str(), 1);
}

/// In a replicated run the program has to see its own size, not the number of processes.
void tell_of_replicas() {
    const auto map = ReplicaMap::read(environment(ReplicaMap::variable),
                                      std::atoi(environment("OMPI_COMM_WORLD_SIZE").c_str()));
    if (map) setenv("OMPI_COMM_WORLD_SIZE", std::to_string(map->ranks()).c_str(), 1);
}

void tell_of_pipe(int descriptor, pid_t keeper) {
    struct stat file {};
    if (descriptor < 0 || fstat(descriptor, &file) != 0) return;
    std::array<char, PATH_MAX> itself{};
    if (readlink("/proc/self/exe", itself.data(), itself.size() - 1) < 0) itself = {};
    const std::string value = std::to_string(descriptor) + ":" + std::to_string(file.st_ino) + ":" +
                              std::to_string(keeper) + ":" + itself.data();
    setenv(variable, value.c_str(), 1);
}

/// The child becomes the program. It stays in the keeper's process group, to which mpirun sends its
/// signals. It dies with the keeper, because mpirun takes the keeper for the program.
[[noreturn]] void become(char **program, const Start &start, pid_t keeper) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(signal_base + SIGKILL);
    correct_command(program);
    tell_of_replicas();
    if (start.outlet) start.outlet->become_child();
    tell_of_pipe(start.pipe[1], keeper);
    sigprocmask(SIG_SETMASK, &start.signals, nullptr);
    execvp(*program, program);
    const int error = errno;
    const Message message{Kind::unstarted, error};
    static_cast<void>(::write(start.pipe[1], &message, sizeof message) > 0);
    _exit(error == ENOENT ? not_found : not_executable);
}

/// The keeper reads and writes nothing but its own records. So no process waits because of it for
/// an input or output that the program has closed.
void become_keeper() {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    prctl(PR_SET_NAME, "closeranks-keep");
}

[[noreturn]] void end_like(int status) {
    if (WIFSIGNALED(status)) {
        // No core file in addition to the program's. Not set earlier, because the system hides the
        // descriptors of a process that is not dumpable, and the program needs them (message.hpp).
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        prctl(PR_SET_DUMPABLE, 0);
        const int number = WTERMSIG(status);
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        std::signal(number, SIG_DFL);
        kill(getpid(), number);
        sigprocmask(SIG_UNBLOCK, &one, nullptr);
        _exit(signal_base + number); // reached for signals that do not end a process
    }
    _exit(WEXITSTATUS(status));
}

struct PlannedKill {
    std::int32_t due; ///< as clock_now() counts
    std::string by;   ///< "--kill 2@500ms"
};

std::string letters_of(std::int32_t value) {
    std::array<char, sizeof value + 1> letters{};
    std::memcpy(letters.data(), &value, sizeof value);
    return letters.data();
}

class Keeper {
  public:
    Keeper() {
        records_.open(environment("CLOSERANKS_RECORDS"), environment("PMIX_NAMESPACE"),
                      environment("PMIX_RANK"), environment(launcher_variable));
    }

    void started(pid_t child, const char *program) {
        program_ = program;
        std::array<char, 256> host{};
        gethostname(host.data(), host.size() - 1);
        records_.append(Record("started")
                            .field("rank", std::atol(environment("PMIX_RANK").c_str()))
                            .field("size", std::atol(environment("OMPI_COMM_WORLD_SIZE").c_str()))
                            .field("host", host.data())
                            .field("pid", static_cast<long>(child))
                            .field("program", program));
    }

    /// Takes all messages that the program has sent so far.
    void take_messages(int pipe) {
        Message message{};
        while (read(pipe, &message, sizeof message) == static_cast<ssize_t>(sizeof message))
            take(message);
    }

    /// True if the program has reported since the last call that its process leads its rank.
    [[nodiscard]] bool has_been_promoted() noexcept { return std::exchange(promoted_, false); }

    /// Ends a process that is lost for the others: it has been stopped for longer than the detector
    /// waits.
    void end_given_up(pid_t child, double seconds) {
        if (given_up_) return;
        given_up_ = true;
        std::array<char, 32> waits{};
        std::snprintf(waits.data(), waits.size(), "%g", seconds);
        say("rank " + environment("PMIX_RANK") + " (pid " + std::to_string(child) +
            ") has been stopped for longer than the failure detector waits (" + waits.data() +
            " s), so that the other ranks have given it up: it is ended.");
        kill(child, SIGKILL);
    }

    /// True if the process that called MPI_Init has ended without a message. The program may hide
    /// that: a shell, `time` or an interpreter that has started the process ends by itself and with
    /// a status.
    [[nodiscard]] bool has_lost_its_rank() const { return phase_ == Phase::running && !ending_; }

    void ended(int status) {
        const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        const long memory_kills = killed && !left_ ? memory_.since() : 0;
        Record record("ended");
        record.field("phase", name_of(phase_)).flag("loaded", loaded_);
        if (WIFSIGNALED(status))
            record.field("signal", static_cast<long>(WTERMSIG(status)));
        else
            record.field("status", static_cast<long>(WEXITSTATUS(status)));
        std::string cause = given_up_ ? cause_of_given_up(phase_)
                            : left_ && !because_.empty()
                                ? because_
                                : cause_of(status, phase_, memory_kills, left_);
        if (const std::string by = killed && !given_up_ ? planned_by() : ""; !by.empty())
            cause += ", planned by " + by;
        record.field("cause", cause);
        if (left_) record.field("left", static_cast<long>(*left_));
        if (ending_) record.field("ending", static_cast<long>(*ending_));
        if (unrecorded_ != 0) record.field("unrecorded", std::strerror(unrecorded_));
        records_.append(record);
        // A folder that only the launcher's node has is no error; the launcher knows it.
        if (records_.error() != 0 && records_.error() != ENOENT)
            say("The records of rank " + environment("PMIX_RANK") + " cannot be written to " +
                environment("CLOSERANKS_RECORDS") + ": " + std::strerror(records_.error()) + ".");
    }

  private:
    void enter(Phase phase, const char *event) {
        phase_ = phase;
        records_.append(Record(event));
    }

    /// The launcher reports it once for all ranks, if it learns of it.
    void unstarted(const std::string &why) {
        records_.append(Record("unstarted").field("why", why));
        const bool has_launcher = !environment(launcher_variable).empty();
        if (!has_launcher || (records_.error() != 0 && records_.error() != ENOENT))
            say("The program (" + program_ + ") cannot be started: " + why + ".");
    }

    void take(const Message &message) {
        switch (message.kind) {
        case Kind::unstarted:
            unstarted(std::strerror(message.value));
            break;
        case Kind::loaded:
            loaded_ = true;
            break;
        case Kind::initialising:
            enter(Phase::in_init, "initialising");
            break;
        case Kind::initialised:
            enter(Phase::running, "initialised");
            break;
        case Kind::finalised:
            phase_ = Phase::after_finalize;
            break;
        case Kind::leaving:
            left_ = message.value;
            break;
        case Kind::ending:
            ending_ = message.value;
            break;
        case Kind::unrecorded:
            unrecorded_ = message.value;
            break;
        case Kind::promoted:
            promoted_ = true;
            break;
        case Kind::end_all:
            static_cast<void>(end_by_daemon());
            break;
        case Kind::planned:
            kills_.push_back({message.value, {}});
            break;
        case Kind::because:
            because_.append(letters_of(message.value));
            break;
        case Kind::planned_by:
            if (!kills_.empty()) kills_.back().by.append(letters_of(message.value));
            break;
        }
    }

    /// The planned kill that happened: the first that was due, because the kernel may be late.
    [[nodiscard]] std::string planned_by() const {
        const PlannedKill *first = nullptr;
        for (const PlannedKill &one : kills_)
            if (one.due <= clock_now() && (first == nullptr || one.due < first->due)) first = &one;
        return first != nullptr ? first->by : "";
    }

    Records records_{"keeper-"};
    std::string program_;
    MemoryKills memory_;
    Phase phase_ = Phase::before_init;
    bool loaded_ = false;
    int unrecorded_ = 0;
    std::optional<int> left_;
    std::string because_; ///< why the process left
    std::optional<int> ending_;
    bool given_up_ = false;
    bool promoted_ = false;
    std::vector<PlannedKill> kills_;
};

/// Takes signals that came. They were sent to the process group, so the program has them as well,
/// unless it has left the group. The program does not get the keeper's own SIGPIPE.
void take_signals(int signals, pid_t child) {
    signalfd_siginfo received{};
    const auto self = static_cast<std::uint32_t>(getpid());
    while (read(signals, &received, sizeof received) > 0)
        if (received.ssi_signo != SIGCHLD && received.ssi_pid != self &&
            getpgid(child) != getpgrp())
            kill(child, static_cast<int>(received.ssi_signo));
}

/// In milliseconds, for a keeper without signalfd, which does not hear of its child's end.
constexpr int between_looks = 100;

/// Waits for the end of `child`, and takes its messages and output as they come. Returns its status
/// as waitpid has it.
int watch(Keeper &keeper, pid_t child, int signals, int pipe, Outlet *outlet) {
    std::vector<pollfd> sources;
    StoppedWatch stopped;
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (stopped.has_given_up(child)) keeper.end_given_up(child, stopped.limit());
        sources = {{signals, POLLIN, 0}, {pipe, POLLIN, 0}};
        if (outlet != nullptr) outlet->add_to(sources);
        poll(sources.data(), sources.size(), signals >= 0 ? stopped.patience() : between_looks);
        take_signals(signals, child);
        keeper.take_messages(pipe);
        if (outlet == nullptr) continue;
        if (keeper.has_been_promoted()) outlet->leads();
        outlet->move();
    }
    keeper.take_messages(pipe);
    if (outlet != nullptr) outlet->finish(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return status;
}

int keep(char **program) {
    Start start;
    // All signals belong to the program, and none may end the keeper.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &start.signals);
    const int signals = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals < 0 || pipe2(start.pipe.data(), O_NONBLOCK) != 0)
        say(std::string("a rank cannot be watched: ") + std::strerror(errno));
    if (start.pipe[0] >= 0) fcntl(start.pipe[0], F_SETFD, FD_CLOEXEC);

    take_over_settings(); // the place of the records, if another process has started this one
    Keeper keeper;
    std::string problem;
    start.outlet = Outlet::of_this_process(problem);
    if (!problem.empty()) {
        say("process " + environment("PMIX_RANK") + " cannot be started: " + problem);
        return not_executable;
    }
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child < 0) {
        say(std::string("a rank cannot be started: ") + std::strerror(errno));
        return not_executable;
    }
    if (child == 0) become(program, start, self);
    become_keeper();
    if (start.outlet) start.outlet->become_keeper();
    keeper.started(child, *program);
    const int status = watch(keeper, child, signals, start.pipe[0], start.outlet.get());
    keeper.ended(status);
    // mpirun takes an exit status for an end that needs no report, and the other ranks would wait.
    end_like(keeper.has_lost_its_rank() && !WIFSIGNALED(status) ? SIGKILL : status);
}

} // namespace

} // namespace closeranks::keeper

int main(int argc, char **argv) {
    if (argc < 2) {
        closeranks::keeper::say("usage: closeranks-keeper PROGRAM [ARGUMENTS...]");
        return closeranks::keeper::not_found;
    }
    return closeranks::keeper::keep(argv + 1);
}
