#pragma once

#include "runtime/support/handles.hpp"

#include <atomic>

namespace closeranks {

/// Finds, after a loss, waits that nobody can end any more, and acts on them by the policy `stall`
/// (docs/stalls.md): exactly, where all survivors wait for each other and for the dead; and after
/// the option `stall_after`, where some poll. Nobody is asked while nobody has died.
///
/// Survivors tell the lowest of them what they wait for; that one examines the wait-for graph
/// (runtime/stall/stall_graph.hpp), and asks whoever seems to be stuck for a confirmation. All of
/// that goes on in the progress engine, so that whoever waits in the MPI takes part; in programs
/// with MPI_THREAD_MULTIPLE in a thread of its own, which is begun after the first failure.
///
/// Thread safety: every function may be called by several threads at once; start and stop by one at
/// a time, also while others take turns.
class StallWatch {
  public:
    /// Begins. `services`: Runtime::services.
    void start(MPI_Comm services) noexcept;

    /// All survivors have met in MPI_Finalize: nobody is watched any more.
    void stop() noexcept;

    /// One turn, if a process has failed. For the progress engine.
    void turn() noexcept;

  private:
    std::atomic<bool> busy_{false};
    std::atomic<class StallWorker *> worker_ = nullptr;
};

[[nodiscard]] StallWatch &stall_watch() noexcept;

} // namespace closeranks
