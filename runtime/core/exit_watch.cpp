#include "runtime/core/exit_watch.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/keeper/daemon.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/members.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <iostream>
#include <sys/syscall.h>
#include <unistd.h>

namespace closeranks {

namespace {

/// The process whose leaving means death; 0: nobody's. A process number and no flag, for a child
/// made by fork inherits the memory but must be left alone.
std::atomic<pid_t> watched{0};

/// The process that may abort without harm; 0: none.
std::atomic<pid_t> excused{0};

/// The status of quick_exit, whose handlers are not told.
std::atomic<int> quick_status{0};

bool is_watched() noexcept { return watched == getpid(); }

[[noreturn]] void leave(int status) noexcept {
    while (true)
        syscall(SYS_exit_group, status);
}

/// Dies as if killed from outside.
[[noreturn]] void leave_by_death(int status) noexcept {
    runtime().report.left(status);
    tell_keeper(keeper::Kind::leaving, status);
    kill(getpid(), SIGKILL);
    while (true)
        pause();
}

/// What the program printed and never flushed would be lost by SIGKILL: exit() would flush stdio
/// after our handler, and gfortran's units still later.
void flush_output() noexcept {
    try {
        std::cout.flush();
        std::clog.flush();
    } catch (...) { // NOLINT(bugprone-empty-catch): a broken stream must not stop us
    }
    std::fflush(nullptr);
    using FlushUnit = void(const int *);
    if (auto *flush = reinterpret_cast<FlushUnit *>(dlsym(RTLD_DEFAULT, "_gfortran_flush_i4")))
        flush(nullptr); // nullptr: every unit
}

void at_exit(int status, void *) {
    if (is_watched()) die(status);
}

void at_quick_exit() {
    if (is_watched()) leave_by_death(quick_status);
}

/// Handlers run in the reverse order of their registration, so ours, registered before main, come
/// after those of the program and of mpi4py, which may call MPI_Finalize.
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

void came_too_early(Function function) noexcept {
    runtime().report.say(
        "rank %d has a new process, which calls %s before closeranks_resume(), where nobody else "
        "takes part: it ends\nto have it come back: call %s after the resume point, or unless "
        "closeranks_returning() says that the process is on its way there",
        runtime().rank, function_name(function), function_name(function));
    die(EXIT_FAILURE);
}

void excuse_abort(bool on) noexcept { excused = on ? getpid() : 0; }

int own_turn() noexcept {
    constexpr int last = 10;
    const int rank = runtime().rank;
    return rank == MPI_UNDEFINED ? last : std::min(rank, last);
}

void end_program(int code, const std::string &why) noexcept {
    expect_exit();
    runtime().report.ending(code, why);
    tell_keeper(keeper::Kind::ending, code);
    std::fflush(nullptr);
    // Who is killed by the daemons has no exit status, so two that end the program at once would
    // lose it: the lower rank goes first and ends the other while that one waits.
    constexpr useconds_t step = 20'000;
    usleep(static_cast<useconds_t>(own_turn()) * step);
    bool done = false;
    try {
        int launched = 0;
        static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &launched));
        done = kill_others(launched);
    } catch (...) { // NOLINT(bugprone-empty-catch): the other way is left
    }
    // The parent, that of the keeper where there is one, is the daemon of mpirun on this node, or
    // mpirun itself: it takes everybody along.
    if (!done && !tell_keeper(keeper::Kind::end_all) && !keeper::end_by_daemon())
        runtime().report.say(
            "rank %d ends the program, but mpirun could not be told: end it by hand",
            runtime().rank);
    leave(code);
}

void mpi_is_aborting(int status) noexcept {
    if (is_watched()) end_program(status);
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
