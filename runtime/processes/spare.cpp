#include "runtime/processes/spare.hpp"

#include "runtime/communicators/protect_world.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/processes/respawn.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/ulfm.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>

#include <unistd.h>

namespace closeranks {

namespace {

/// Why a spare wakes: the value that all survivors give in the agreement by which they call it.
constexpr bool to_recover = true;
constexpr bool to_end = false;

bool meet_spares(bool purpose) noexcept {
    const ErrorsReturn guard;
    return agree(members().everybody(), purpose);
}

/// Sleeps until the ranks call; false when no process is left that may call. The spare checks now
/// and then, because a call is a message, which wakes no thread. A failure does wake it; for a
/// while afterwards a call is likely, and it checks often.
bool sleep_until_called() noexcept {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds pause(2000);
    constexpr std::chrono::microseconds short_pause(100);
    constexpr std::chrono::seconds alert(1);
    Clock::time_point calm{};
    int known = count_failures_told();
    for (;;) {
        constexpr int tag = 0;
        int unused = 0; // the call lets the MPI progress
        static_cast<void>(real.Iprobe(0, tag, MPI_COMM_SELF, &unused, MPI_STATUS_IGNORE));
        if (is_revoked(runtime().spares.get())) return true;
        if (static_cast<int>(failed_in_world().size()) >= members().size()) return false;
        const int told = await_failure_told(known, Clock::now() < calm ? short_pause : pause);
        if (told != known) calm = Clock::now() + alert;
        known = told;
    }
}

/// A spare has not come to the place where the program sets its signal handlers. So while it waits,
/// it ignores signals that mpirun passes on to all processes, or by which the launcher asks them to
/// end. Signals for which the user has set another action already keep it.
class DeafToSignals {
  public:
    DeafToSignals() noexcept {
        for (std::size_t at = 0; at < numbers.size(); ++at)
            if (ends_process(numbers[at]))
                changed_[at] = std::signal(numbers[at], SIG_IGN) == SIG_DFL;
    }
    ~DeafToSignals() {
        for (std::size_t at = 0; at < numbers.size(); ++at)
            if (changed_[at]) std::signal(numbers[at], SIG_DFL);
    }
    DeafToSignals(const DeafToSignals &) = delete;
    DeafToSignals &operator=(const DeafToSignals &) = delete;

  private:
    static constexpr std::array numbers{SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
                                        SIGPWR,  SIGXCPU, SIGXFSZ, SIGTERM};
    static bool ends_process(int number) noexcept {
        struct sigaction current {};
        return sigaction(number, nullptr, &current) == 0 && (current.sa_flags & SA_SIGINFO) == 0 &&
               current.sa_handler == SIG_DFL;
    }
    std::array<bool, numbers.size()> changed_{};
};

[[noreturn]] void leave() noexcept {
    runtime().spares.reset();
    members().end();
    tell_keeper(keeper::Kind::finalised);
    static_cast<void>(real.Finalize());
    _exit(EXIT_SUCCESS);
}

} // namespace

Communicator *wait_as_spare() noexcept {
    Runtime &w = runtime();
    const DeafToSignals deaf;
    RecoveryPhases unused; // the survivors report them
    w.rank = MPI_UNDEFINED;
    w.report.begin_clock();
    prepare_to_protect();
    if (!is_replacement()) {
        static_cast<void>(protect_world(w.optimistic));
    } else if (!join_ranks()) {
        die(EXIT_FAILURE); // other processes may wait for it
    } else if (Communicator *const everyone =
                   protect_world_again(w.optimistic, add_processes, true, unused)) {
        return everyone;
    }
    tell_keeper(keeper::Kind::initialised); // no process waits for it in MPI_Init any more
    while (w.spares) {
        if (!sleep_until_called() || meet_spares(to_recover) == to_end) leave();
        if (Communicator *const everyone =
                protect_world_again(w.optimistic, add_processes, false, unused))
            return everyone;
    }
    leave();
}

void call_spares() noexcept {
    if (!runtime().spares) return;
    static_cast<void>(real.Comm_revoke(runtime().spares.get()));
    static_cast<void>(meet_spares(to_recover));
}

void dismiss_spares() noexcept {
    if (!runtime().spares) return;
    static_cast<void>(real.Comm_revoke(runtime().spares.get()));
    static_cast<void>(meet_spares(to_end));
}

} // namespace closeranks
