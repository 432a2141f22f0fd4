#include "runtime/exit_watch.hpp"

#include "runtime/keeper_link.hpp"
#include "runtime/world.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <iostream>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#if __has_include(<pmix.h>)
#include <pmix.h>
#define CLOSERANKS_HAS_PMIX 1
#else
using pmix_status_t = int;
struct pmix_proc_t;
constexpr pmix_status_t PMIX_ERR_NOT_SUPPORTED = -47;
#endif

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
    world().report.left(status);
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
    if (!is_watched()) return;
    flush_output();
    leave_by_death(status);
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

#ifdef CLOSERANKS_HAS_PMIX
/// Has the other ranks of this job killed by the daemons of mpirun. Returns false if it cannot.
bool kill_others() {
    const char *job = std::getenv("PMIX_NAMESPACE");
    const auto control =
        reinterpret_cast<decltype(&PMIx_Job_control)>(dlsym(RTLD_DEFAULT, "PMIx_Job_control"));
    if (job == nullptr || control == nullptr) return false;
    std::vector<pmix_proc_t> others;
    for (int rank = 0; rank < world().size; ++rank) {
        if (rank == world().rank) continue;
        pmix_proc_t other{};
        std::strncpy(other.nspace, job, PMIX_MAX_NSLEN);
        other.rank = static_cast<pmix_rank_t>(rank);
        others.push_back(other);
    }
    pmix_info_t directive{};
    std::strncpy(directive.key, PMIX_JOB_CTRL_KILL, PMIX_MAX_KEYLEN);
    directive.value.type = PMIX_BOOL;
    directive.value.data.flag = true;
    pmix_info_t *results = nullptr;
    std::size_t count = 0;
    const pmix_status_t code =
        control(others.data(), others.size(), &directive, 1, &results, &count);
    return code == PMIX_SUCCESS || code == PMIX_OPERATION_SUCCEEDED;
}
#else
bool kill_others() { return false; }
#endif

} // namespace

void watch_exits() noexcept { watched = getpid(); }

void expect_exit() noexcept { watched = 0; }

void excuse_abort(bool on) noexcept { excused = on ? getpid() : 0; }

void end_program(int code) noexcept {
    expect_exit();
    world().report.ending(code);
    tell_keeper(keeper::Kind::ending, code);
    std::fflush(nullptr);
    // Who is killed by the daemons has no exit status, so two that end the program at once would
    // lose it: the lower rank goes first and ends the other while that one waits.
    constexpr int most_steps = 10;
    constexpr useconds_t step = 20'000;
    usleep(static_cast<useconds_t>(std::min(world().rank, most_steps)) * step);
    bool done = false;
    try {
        done = kill_others();
    } catch (...) { // NOLINT(bugprone-empty-catch): the other way is left
    }
    // The parent, that of the keeper where there is one, is the daemon of mpirun on this node, or
    // mpirun itself: it takes everybody along.
    if (!done && !tell_keeper(keeper::Kind::end_all)) kill(getppid(), SIGTERM);
    leave(code);
}

} // namespace closeranks

using closeranks::end_program;
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

/// Open MPI calls it for MPI_Abort, for fatal error handlers and when it is at its own end.
CLOSERANKS_EXPORT pmix_status_t PMIx_Abort(int status, const char message[], pmix_proc_t procs[],
                                           size_t count) {
    if (is_watched()) end_program(status);
    if (closeranks::excused == getpid()) {
        std::fputs("closeranks: a spawned process cannot reach its parents: it ends\n", stderr);
        leave(EXIT_SUCCESS);
    }
    if (auto *real_one = reinterpret_cast<decltype(&PMIx_Abort)>(dlsym(RTLD_NEXT, "PMIx_Abort")))
        return real_one(status, message, procs, count);
    return PMIX_ERR_NOT_SUPPORTED;
}
