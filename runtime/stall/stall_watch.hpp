#pragma once

#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/handles.hpp"

#include <atomic>

namespace closeranks {

/// Finds waits that no rank can end any more, and acts on them by the policy `stall`
/// (docs/explanation/stalls.md). It finds them exactly where all survivors wait for each other and
/// for failed ranks, and after the option `stall_after` where some poll. While no rank is lost it
/// only checks, at a low rate, whether all ranks wait (CalmWatch). It ends the program where they
/// wait for each other.
///
/// Survivors report their waits to the lowest of them. That one examines the wait-for graph
/// (runtime/stall/stall_graph.hpp), and asks stuck ranks for a confirmation. All of this runs in
/// the progress engine, so a process that waits in the MPI takes part. In programs with
/// MPI_THREAD_MULTIPLE it runs in a thread of its own, which starts after the first failure, or
/// when a call has taken long.
///
/// Thread safety: every function may be called by several threads at once. start and stop may be
/// called by one thread at a time, also while others take turns.
class StallWatch {
  public:
    /// Begins. `services`: Runtime::services.
    void start(MPI_Comm services) noexcept;

    /// All survivors are in MPI_Finalize: no rank is watched any more.
    void stop() noexcept;

    /// One turn, if a process has failed or the watch checks runs without failures. Called by the
    /// progress engine, in every wait: so it costs a few instructions while no process has failed.
    [[gnu::always_inline]] inline void turn() noexcept {
        const bool failed = FailedProcesses::count() != 0;
        if (failed || looks_at_clock()) [[unlikely]]
            take_part(failed);
    }

  private:
    /// Reading the clock costs as much as a turn of the engine.
    [[nodiscard]] bool looks_at_clock() noexcept {
        constexpr unsigned turns_between_looks = 4;
        const unsigned turns = calm_turns_.load(std::memory_order_relaxed) + 1;
        calm_turns_.store(turns, std::memory_order_relaxed);
        return turns % turns_between_looks == 0 && watches_calm_runs_;
    }

    [[gnu::cold]] void take_part(bool failed) noexcept;

    std::atomic<bool> busy_{false};
    std::atomic<bool> watches_calm_runs_{false};
    std::atomic<unsigned> calm_turns_{0};
    std::atomic<class StallWorker *> worker_ = nullptr;
};

[[nodiscard]] StallWatch &stall_watch() noexcept;

} // namespace closeranks
