#pragma once

#include "runtime/core/call_state.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/mutex.hpp"

#include <cstdint>
#include <mutex>

namespace closeranks {

class Communicator;
class CompletionState;

/// The condition for which a call of the program waits, in the program's terms. It lives on the
/// stack of the call, and the stall watch reads it from within the wait
/// (docs/explanation/stalls.md).
struct Wait {
    enum class Kind : std::uint8_t {
        message,    ///< for a message from `peer`
        room,       ///< for `peer` to receive a message
        exchange,   ///< for both (ExchangeWait)
        requests,   ///< for requests (RequestsWait)
        collective, ///< for other members to call a collective (CollectiveWait)
    };
    const Communicator *communicator;
    Function function;
    Kind kind;
    int peer; ///< application rank, or MPI_ANY_SOURCE
    int tag;
};

struct ExchangeWait : Wait {
    int dest; ///< application rank
    int sent_tag;
};

struct RequestsWait : Wait {
    CompletionState *completing;
    bool all; ///< true: waits for all of them; false: for any
};

struct CollectiveWait : Wait {
    static constexpr int everybody = -1; ///< the call ends only after all members have called it
    static constexpr int unknown = -2;   ///< depends on the MPI
    std::uint64_t number;                ///< of the collective, as Communicator::sequence counts
    int needs;                           ///< application rank, or one of the above
};

/// Publishes the wait of this thread for as long as the scope lives; within a nonblocking task it
/// publishes nothing.
class WaitScope {
  public:
    explicit WaitScope(const Wait &wait) noexcept
        : outer_(this_call.scope.get()),
          published_(!CallState::is_in_task(this_call.word.get()) && !is_in_part(wait)) {
        if (published_) this_call.scope.set(&wait);
    }
    ~WaitScope() {
        if (!published_) return;
        if (runtime().threads) [[unlikely]]
            end_excluding_the_watch();
        else
            this_call.scope.set(outer_);
    }
    WaitScope(const WaitScope &) = delete;
    WaitScope &operator=(const WaitScope &) = delete;

  private:
    /// True if `wait` is in a part of a communicator of the program: then the process has called
    /// the collective of the parent, and has published that wait already.
    [[nodiscard]] static bool is_in_part(const Wait &wait) noexcept {
        return wait.communicator != nullptr && is_part(*wait.communicator);
    }
    [[nodiscard]] static bool is_part(const Communicator &c) noexcept;
    void end_excluding_the_watch() noexcept;

    const Wait *outer_;
    bool published_;
};

/// Held while waits of other threads are read, so that none of them ends meanwhile (WaitScope).
[[nodiscard]] Mutex<LockRank::view> &view_mutex() noexcept;

/// Held while state changes that other threads may be reading. Does nothing before the first
/// failure, or in a program with one thread.
[[nodiscard]] std::unique_lock<Mutex<LockRank::view>> excluding_the_watch() noexcept;

/// The same for MPI_Recv and the blocking sends, whose cost counts: the values are not reset.
[[gnu::always_inline]] inline void publish(const Communicator &communicator, int peer,
                                           int tag) noexcept {
    this_call.communicator.set(&communicator);
    this_call.peer.set(peer);
    this_call.tag.set(tag);
}

/// True for the calls that publish() before they wait.
[[nodiscard]] constexpr bool publishes(Function function) noexcept {
    return function == Function::Recv || function == Function::Send ||
           function == Function::Ssend || function == Function::Rsend;
}

} // namespace closeranks
