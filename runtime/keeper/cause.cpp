#include "runtime/keeper/cause.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <sys/wait.h>

namespace closeranks::keeper {

namespace {

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

} // namespace

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

std::string cause_of_given_up(Phase phase) {
    const std::string where = phase != Phase::running ? std::string(" ") + name_of(phase) : "";
    return "stopped for longer than the failure detector waits, and then ended by closeranks" +
           where;
}

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

} // namespace closeranks::keeper
