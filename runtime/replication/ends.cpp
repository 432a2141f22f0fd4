#include "runtime/replication/ends.hpp"

#include "runtime/keeper/daemon.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/replication/settings.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/replica_report.hpp"
#include "runtime/support/flush_output.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace closeranks::replication {

namespace {

[[noreturn]] void leave(int status) noexcept {
    while (true)
        syscall(SYS_exit_group, status);
}

/// The process whose exit counts as a failure; 0: none. A child made by fork is left alone.
std::atomic<pid_t> watched{0};

/// Called before that end.
constinit std::atomic<void (*)()> before_exit{nullptr};

/// The status of quick_exit, whose handlers do not receive it.
std::atomic<int> quick_status{0};

bool is_watched() noexcept { return watched == getpid(); }

/// Ends this process as if it was killed from outside, because the other processes are told of no
/// other end (Quirk::exit_unnoticed).
[[noreturn]] void leave_by_death(int status) noexcept {
    replica_report().left(status);
    kill(getpid(), SIGKILL);
    while (true)
        pause();
}

void at_exit(int status, void *) {
    if (!is_watched()) return;
    if (auto *const before = before_exit.load()) before();
    flush_output();
    leave_by_death(status);
}

void at_quick_exit() {
    if (is_watched()) leave_by_death(quick_status);
}

/// Handlers run in the reverse order of their registration: these run after the program's.
[[gnu::constructor]] void register_handlers() {
    if (!is_replicated()) return;
    static_cast<void>(on_exit(at_exit, nullptr));
    static_cast<void>(std::at_quick_exit(at_quick_exit));
}

bool kill_all_others() noexcept {
    try {
        return kill_others(world().processes());
    } catch (...) {
        return false;
    }
}

/// True in one process of each host: in the first one that asks.
bool is_first_of_host() noexcept {
    try {
        const std::string folder = session_directory();
        if (folder.empty()) return true;
        const std::string mark = folder + "/closeranks-ends-" + job_name();
        const int file = ::open(mark.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (file < 0) return errno != EEXIST;
        static_cast<void>(::close(file));
    } catch (...) { // NOLINT(bugprone-empty-catch): then another one may end the job as well
    }
    return true;
}

/// Returns when it is this process's turn to end the job. A process that the daemons kill has no
/// exit status, so two that end the job at once would lose it.
void begin_end(int code, const char *why) noexcept {
    expect_exit();
    replica_report().ending(code, why);
    flush_output();
    // Of several hosts the one with the lowest process goes first. It ends the others while they
    // wait.
    constexpr useconds_t step = 20'000;
    constexpr int last_turn = 10;
    constexpr unsigned patience = 5; // seconds in which the first one ends this one
    const int turn = std::clamp(number_of(world().self()), 0, last_turn);
    usleep(static_cast<useconds_t>(turn) * step);
    if (!is_first_of_host()) sleep(patience);
}

[[noreturn]] void end_all(int code) noexcept {
    // The end of mpirun's daemon on this node ends all processes.
    if (!kill_all_others() && !tell_keeper(keeper::Kind::end_all) && !keeper::end_by_daemon())
        say("rank %d ends the program, but mpirun could not be told: end it by hand", my_rank());
    leave(code);
}

} // namespace

void watch_exits() noexcept { watched = getpid(); }

void expect_exit() noexcept { watched = 0; }

void call_before_exit(void (*function)()) noexcept { before_exit = function; }

void leave_now(int status) noexcept {
    if (is_watched()) leave_by_death(status);
    leave(status);
}

void leave_quickly(int status) noexcept {
    using QuickExit = void(int);
    quick_status = status;
    if (auto *real_one = reinterpret_cast<QuickExit *>(dlsym(RTLD_NEXT, "quick_exit")))
        real_one(status);
    leave(status);
}

void end_job(int code, const char *why) noexcept {
    begin_end(code, why);
    end_all(code);
}

void end_job_for_error(const char *format, ...) noexcept {
    std::array<char, 512> line{};
    std::va_list arguments;
    va_start(arguments, format);
    static_cast<void>(std::vsnprintf(line.data(), line.size(), format, arguments));
    va_end(arguments);
    begin_end(EXIT_FAILURE, "");
    say("%s", line.data());
    end_all(EXIT_FAILURE);
}

} // namespace closeranks::replication

namespace closeranks {

// Under `mpirun --with-ft ulfm` MPI_Abort ends only the caller (Quirk::abort_ends_caller).
void mpi_is_aborting(int status) noexcept {
    if (replication::world().ranks() != 0) replication::end_job(status);
}

} // namespace closeranks

#define CLOSERANKS_EXPORT extern "C" __attribute__((visibility("default")))

CLOSERANKS_EXPORT void _exit(int status) { closeranks::replication::leave_now(status); }

CLOSERANKS_EXPORT void _Exit(int status) noexcept { closeranks::replication::leave_now(status); }

CLOSERANKS_EXPORT void quick_exit(int status) noexcept {
    closeranks::replication::leave_quickly(status);
}
