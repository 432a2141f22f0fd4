#pragma once

#include "runtime/support/handles.hpp"

#include <atomic>

namespace closeranks {

/// Finds waits that nobody can end any more, and acts on them by the policy `stall`
/// (docs/explanation/stalls.md): exactly, where all survivors wait for each other and for the dead;
/// and after the option `stall_after`, where some poll. While no rank is lost it only looks, at a
/// low rate, whether all ranks wait (CalmWatch), and ends the program where they do so for each
/// other.
///
/// Survivors tell the lowest of them what they wait for; that one examines the wait-for graph
/// (runtime/stall/stall_graph.hpp), and asks whoever seems to be stuck for a confirmation. All of
/// that goes on in the progress engine, so that whoever waits in the MPI takes part; in programs
/// with MPI_THREAD_MULTIPLE in a thread of its own, which is begun after the first failure, or when
/// a call has taken long.
///
/// Thread safety: every function may be called by several threads at once; start and stop by one at
/// a time, also while others take turns.
class StallWatch {
  public:
    /// Begins. `services`: Runtime::services.
    void start(MPI_Comm services) noexcept;

    /// All survivors have met in MPI_Finalize: nobody is watched any more.
    void stop() noexcept;

    /// One turn, if a process has failed or the watch looks at calm runs. For the progress engine.
    void turn() noexcept;

  private:
    [[nodiscard]] bool looks_at_clock() noexcept;

    std::atomic<bool> busy_{false};
    std::atomic<bool> watches_calm_runs_{false};
    std::atomic<unsigned> calm_turns_{0};
    std::atomic<class StallWorker *> worker_ = nullptr;
};

[[nodiscard]] StallWatch &stall_watch() noexcept;

} // namespace closeranks
