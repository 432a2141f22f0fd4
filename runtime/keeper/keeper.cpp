/// closeranks-keeper PROGRAM [ARGUMENTS...]
///
/// The launcher puts this tiny parent between mpirun and each process of the program, for mpirun
/// does not tell why a process died, nor that one did before MPI_Init or after MPI_Finalize. It
/// starts the program, notes how far that comes and how it ends (docs/report.md), and ends in the
/// same way, so that mpirun sees what it would see without it (docs/design.md).
///
/// It is linked statically: what is preloaded is for the program, and starting must cost nothing.

#include "runtime/keeper/daemon.hpp"
#include "runtime/keeper/memory_kills.hpp"
#include "runtime/keeper/message.hpp"
#include "runtime/keeper/record.hpp"
#include "runtime/openmpi/child_settings.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace closeranks::keeper {

namespace {

constexpr int not_found = 127; // as shells have it
constexpr int not_executable = 126;
constexpr int signal_base = 128; // a shell's status for a signal

std::string environment(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr ? value : "";
}

void say(const std::string &text) {
    const std::string line = "closeranks: " + text + "\n";
    static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()) > 0);
}

/// How far the program has come, as it is written to the records.
enum class Phase { before_init, in_init, running, after_finalize };

const char *name_of(Phase phase) {
    switch (phase) {
    case Phase::before_init:
        return "before MPI_Init";
    case Phase::in_init:
        return "in MPI_Init";
    case Phase::running:
        return "running";
    case Phase::after_finalize:
        return "after MPI_Finalize";
    }
    return "";
}

/// "signal 9 (SIGKILL)"
std::string name_of_signal(int number) {
    struct Name {
        int number;
        const char *name;
    };
    constexpr std::array names{
        Name{SIGABRT, "SIGABRT"}, Name{SIGALRM, "SIGALRM"}, Name{SIGBUS, "SIGBUS"},
        Name{SIGFPE, "SIGFPE"},   Name{SIGHUP, "SIGHUP"},   Name{SIGILL, "SIGILL"},
        Name{SIGINT, "SIGINT"},   Name{SIGKILL, "SIGKILL"}, Name{SIGPIPE, "SIGPIPE"},
        Name{SIGQUIT, "SIGQUIT"}, Name{SIGSEGV, "SIGSEGV"}, Name{SIGSYS, "SIGSYS"},
        Name{SIGTERM, "SIGTERM"}, Name{SIGTRAP, "SIGTRAP"}, Name{SIGUSR1, "SIGUSR1"},
        Name{SIGUSR2, "SIGUSR2"}, Name{SIGXCPU, "SIGXCPU"}, Name{SIGXFSZ, "SIGXFSZ"}};
    const auto *const found = std::find_if(names.begin(), names.end(),
                                           [&](const Name &one) { return one.number == number; });
    const std::string text = "signal " + std::to_string(number);
    return found != names.end() ? text + " (" + found->name + ")" : text;
}

/// What is to be restored in the program, and the pipe that it writes to.
struct Start {
    sigset_t signals{}; ///< those blocked before
    std::array<int, 2> pipe{-1, -1};
};

/// MPI programs can ask what they were started as (MPI_INFO_ENV), and must not be told of the
/// keeper.
void correct_command(char **program) {
    if (std::getenv("OMPI_COMMAND") == nullptr) return;
    std::string arguments;
    for (char **word = program + 1; *word != nullptr; ++word)
        arguments.append(arguments.empty() ? "" : " ").append(*word);
    setenv("OMPI_COMMAND", *program, 1);
    setenv("OMPI_ARGV", arguments.c_str(), 1);
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
/// signals, and dies with the keeper, which mpirun takes for it.
[[noreturn]] void become(char **program, const Start &start, pid_t keeper) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(signal_base + SIGKILL);
    correct_command(program);
    tell_of_pipe(start.pipe[1], keeper);
    sigprocmask(SIG_SETMASK, &start.signals, nullptr);
    execvp(*program, program);
    const int error = errno;
    const Message message{Kind::unstarted, error};
    static_cast<void>(::write(start.pipe[1], &message, sizeof message) > 0);
    _exit(error == ENOENT ? not_found : not_executable);
}

/// The keeper has nothing to read and nothing to write but what it says, so nobody waits because of
/// it for an input or output that the program has closed.
void become_keeper() {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    prctl(PR_SET_NAME, "closeranks-keep");
}

/// The end of the program, as people read it.
std::string cause_of(int status, Phase phase, long memory_kills, std::optional<int> left) {
    std::string where;
    if (phase != Phase::running) where = std::string(" ") + name_of(phase);
    if (left) return "exit status " + std::to_string(*left) + " without MPI_Finalize";
    if (!WIFSIGNALED(status)) {
        const int value = WEXITSTATUS(status);
        if (phase == Phase::running) where = " without MPI_Finalize";
        if (phase == Phase::running && value > signal_base && value <= signal_base + SIGRTMAX)
            where += ", a shell's word for " + name_of_signal(value - signal_base);
        return "exit status " + std::to_string(value) + where;
    }
    std::string text = "killed by " + name_of_signal(WTERMSIG(status)) + where;
    if (WCOREDUMP(status)) text += ", core dumped";
    if (memory_kills > 0) text += ", out of memory by the kernel's count";
    return text;
}

[[noreturn]] void end_like(int status) {
    if (WIFSIGNALED(status)) {
        // No core file beside the program's; not earlier, for who is not dumpable keeps its
        // descriptors from the program (message.hpp).
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
        _exit(signal_base + number); // a signal that does not end a process any more
    }
    _exit(WEXITSTATUS(status));
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

    /// Takes what the program has told so far.
    void take_messages(int pipe) {
        Message message{};
        while (read(pipe, &message, sizeof message) == static_cast<ssize_t>(sizeof message))
            take(message);
    }

    /// Whether the process that called MPI_Init has gone without a word, whatever the program makes
    /// of it: a shell, `time` or an interpreter that has started it ends by itself and with a
    /// status.
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
        record.field("cause", cause_of(status, phase_, memory_kills, left_));
        if (left_) record.field("left", static_cast<long>(*left_));
        if (ending_) record.field("ending", static_cast<long>(*ending_));
        if (unrecorded_ != 0) record.field("unrecorded", std::strerror(unrecorded_));
        records_.append(record);
        // A folder that only the launcher's node has is no mistake; the launcher knows.
        if (records_.error() != 0 && records_.error() != ENOENT)
            say("The records of rank " + environment("PMIX_RANK") + " cannot be written to " +
                environment("CLOSERANKS_RECORDS") + ": " + std::strerror(records_.error()) + ".");
    }

  private:
    void enter(Phase phase, const char *event) {
        phase_ = phase;
        records_.append(Record(event));
    }

    /// The launcher says it once for all ranks, if it gets to know.
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
        case Kind::end_all:
            static_cast<void>(end_by_daemon());
            break;
        }
    }

    Records records_{"keeper-"};
    std::string program_;
    MemoryKills memory_;
    Phase phase_ = Phase::before_init;
    bool loaded_ = false;
    int unrecorded_ = 0;
    std::optional<int> left_;
    std::optional<int> ending_;
};

/// Takes the signals that came. They were sent to the process group, so that the program has them,
/// too, unless it has left that.
void take_signals(int signals, pid_t child) {
    signalfd_siginfo received{};
    while (read(signals, &received, sizeof received) > 0)
        if (received.ssi_signo != SIGCHLD && getpgid(child) != getpgrp())
            kill(child, static_cast<int>(received.ssi_signo));
}

/// Waits for the end of `child`, taking messages as they come. Returns its status as waitpid has
/// it.
int watch(Keeper &keeper, pid_t child, int signals, int pipe) {
    std::array<pollfd, 2> sources{pollfd{signals, POLLIN, 0}, pollfd{pipe, POLLIN, 0}};
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        poll(sources.data(), sources.size(), -1);
        take_signals(signals, child);
        keeper.take_messages(pipe);
    }
    keeper.take_messages(pipe);
    return status;
}

int keep(char **program) {
    Start start;
    // All signals are the program's, and none may end the keeper.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &start.signals);
    const int signals = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals < 0 || pipe2(start.pipe.data(), O_NONBLOCK) != 0)
        say(std::string("a rank cannot be watched: ") + std::strerror(errno));
    if (start.pipe[0] >= 0) fcntl(start.pipe[0], F_SETFD, FD_CLOEXEC);

    take_over_settings(); // where the records go, if another process has started this one
    Keeper keeper;
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child < 0) {
        say(std::string("a rank cannot be started: ") + std::strerror(errno));
        return not_executable;
    }
    if (child == 0) become(program, start, self);
    become_keeper();
    keeper.started(child, *program);
    const int status = watch(keeper, child, signals, start.pipe[0]);
    keeper.ended(status);
    // mpirun takes a status for an end that nobody has to be told of, and the others would wait.
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
