#include "runtime/core/exit_watch.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/keeper/daemon.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/support/flush_output.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace closeranks {

namespace {

/// The process whose exit counts as a failure; 0: none. A process number instead of a flag, because
/// a child made by fork inherits the memory but must be left alone.
std::atomic<pid_t> watched{0};

/// The process that may abort without harm; 0: none.
std::atomic<pid_t> excused{0};

/// A thread has begun to end the process: the other threads end with it.
std::atomic<bool> leaving{false};

/// The status of quick_exit, whose handlers do not receive it.
std::atomic<int> quick_status{0};

bool is_watched() noexcept { return watched == getpid(); }

[[noreturn]] void wait_for_the_end() noexcept {
    while (true)
        pause();
}

[[noreturn]] void leave(int status) noexcept {
    while (true)
        syscall(SYS_exit_group, status);
}

/// Ends this process as if it was killed from outside.
[[noreturn]] void leave_by_death(int status) noexcept {
    runtime().report.left(status);
    tell_keeper(keeper::Kind::leaving, status);
    kill(getpid(), SIGKILL);
    wait_for_the_end();
}

void at_exit(int status, void *) {
    if (is_watched()) die(status);
}

void at_quick_exit() {
    if (is_watched()) leave_by_death(quick_status);
}

/// Exit handlers run in the reverse order of their registration. This one is registered before
/// main, so it runs after those of the program and of mpi4py, which may call MPI_Finalize.
[[gnu::constructor]] void register_handlers() {
    static_cast<void>(on_exit(at_exit, nullptr));
    static_cast<void>(std::at_quick_exit(at_quick_exit));
}

} // namespace

void watch_exits() noexcept { watched = getpid(); }

void expect_exit() noexcept { watched = 0; }

void die(int status) noexcept {
    flush_output();
    leave_by_death(status);
}

bool exits_are_watched() noexcept { return is_watched(); }

bool begin_to_leave() noexcept { return is_watched() && !leaving.exchange(true); }

void leave_because(int status, const std::string &why) noexcept {
    runtime().report.left_because(status, why);
    tell_keeper(keeper::Kind::because, why);
    tell_keeper(keeper::Kind::leaving, status);
    flush_output();
    kill(getpid(), SIGKILL);
    wait_for_the_end();
}

void excuse_abort(bool on) noexcept { excused = on ? getpid() : 0; }

int own_turn() noexcept {
    constexpr int last = 10;
    const int rank = runtime().rank;
    return rank == MPI_UNDEFINED ? last : std::min(rank, last);
}

void note_end(int code, const std::string &why) noexcept {
    runtime().report.ending(code, why);
    tell_keeper(keeper::Kind::ending, code);
}

void end_program(int code, const std::string &why) noexcept {
    if (leaving) wait_for_the_end();
    expect_exit();
    note_end(code, why);
    flush_output();
    // A process that the daemons kill has no exit status, so two that end the program at once would
    // lose it. The lower rank goes first and ends the other process while that one waits.
    constexpr useconds_t step = 20'000;
    usleep(static_cast<useconds_t>(own_turn()) * step);
    bool done = false;
    try {
        int launched = 0;
        static_cast<void>(real.Comm_size(Members::own_job(), &launched));
        done = kill_others(launched);
    } catch (...) { // NOLINT(bugprone-empty-catch): the other way is left
    }
    // The parent (that of the keeper where there is one) is the daemon of mpirun on this node, or
    // mpirun itself. Its end ends all processes.
    if (!done && !tell_keeper(keeper::Kind::end_all) && !keeper::end_by_daemon())
        runtime().report.say(
            "rank %d ends the program, but mpirun could not be told: end it by hand",
            runtime().rank);
    leave(code);
}

void end_if_excused() noexcept {
    if (excused != getpid()) return;
    std::fputs("closeranks: a spawned process cannot reach its parents: it ends\n", stderr);
    leave(EXIT_SUCCESS);
}

} // namespace closeranks

using closeranks::is_watched;
using closeranks::leave;
using closeranks::leave_by_death;

#define CLOSERANKS_EXPORT extern "C" __attribute__((visibility("default")))

CLOSERANKS_EXPORT void _exit(int status) {
    if (is_watched()) leave_by_death(status);
    leave(status);
}

CLOSERANKS_EXPORT void _Exit(int status) noexcept {
    if (is_watched()) leave_by_death(status);
    leave(status);
}

CLOSERANKS_EXPORT void quick_exit(int status) noexcept {
    using QuickExit = void(int);
    closeranks::quick_status = status;
    if (auto *real_one = reinterpret_cast<QuickExit *>(dlsym(RTLD_NEXT, "quick_exit")))
        real_one(status);
    leave(status);
}
