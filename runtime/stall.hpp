#pragma once

#include "generated/functions.hpp"
#include "runtime/handles.hpp"

#include <atomic>
#include <cstdint>
#include <optional>

namespace closeranks {

class Communicator;

/// Finds, after a loss, waits that nobody can end any more, and acts on them by the policy `stall`
/// (docs/stalls.md): exactly, where all survivors wait for each other and for the dead; and after
/// the option `stall_after`, where some poll. Nobody is asked while nobody has died.
///
/// Survivors tell the lowest of them what they wait for; that one examines the wait-for graph
/// (runtime/stall_graph.hpp), and asks whoever seems to be stuck for a confirmation. All of that
/// goes on in the progress engine, so that whoever waits in the MPI takes part; in programs with
/// MPI_THREAD_MULTIPLE in a thread of its own, which is begun after the first failure.
///
/// Thread safety: every function may be called by several threads at once, but start and stop.
class StallWatch {
  public:
    /// Begins. `mail`: for the watch only, in any numbering of MPI_COMM_WORLD, never revoked.
    void start(Comm mail) noexcept;

    /// All survivors have met in MPI_Finalize: nobody is watched any more.
    void stop() noexcept;

    /// One turn, if a process has failed. For the progress engine.
    void turn() noexcept;

    /// Within a turn of this thread's: nobody else may change what the turn looks at.
    [[nodiscard]] bool is_busy() const noexcept { return busy_.load(std::memory_order_relaxed); }

    /// A call of the program has come to its end. Only called when somebody counts calls
    /// (World::armed).
    void left(Function function) noexcept;

    /// The call of this thread that is about to end has polled and found nothing.
    void polled_in_vain() noexcept;

    /// The function of the latest call, if that was a poll that found nothing.
    [[nodiscard]] std::optional<Function> latest_poll() const noexcept {
        const int function = polled_.load(std::memory_order_relaxed);
        return function < 0 ? std::nullopt : std::optional(static_cast<Function>(function));
    }

    /// Work of ours within one call: it has got one step further.
    void progressed() noexcept { activity_.fetch_add(1, std::memory_order_relaxed); }

    /// True once, if a stall was found and the call that asks, a wait for any rank, is the one that
    /// the policy releases.
    [[nodiscard]] bool take_release() noexcept {
        return released_.load(std::memory_order_relaxed) != nobody &&
               released_.exchange(nobody) == activity_.load(std::memory_order_relaxed);
    }

  private:
    friend class StallWorker;
    std::atomic<bool> busy_{false};
    std::atomic<std::uint64_t> activity_{0};
    std::atomic<std::uint64_t> calls_{0}; ///< empty polls included
    static constexpr int no_poll = -1;
    std::atomic<int> polled_{no_poll}; ///< the Function of the latest call, if it polled in vain
    static constexpr std::uint64_t nobody = ~std::uint64_t{0};
    std::atomic<std::uint64_t> released_{nobody}; ///< at what activity: the wait may be over by now
    class StallWorker *worker_ = nullptr;
};

[[nodiscard]] StallWatch &stall_watch() noexcept;

} // namespace closeranks
