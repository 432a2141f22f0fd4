#pragma once

#include "runtime/core/call_state.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/mutex.hpp"

#include <cstdint>
#include <mutex>

namespace closeranks {

class Communicator;
class CompletionState;

/// What a call of the program waits for, in the program's terms. It lives on the stack of the call,
/// and the stall watch reads it from within the wait (docs/explanation/stalls.md).
struct Wait {
    enum class Kind : std::uint8_t {
        message,    ///< for a message from `peer`
        room,       ///< for `peer` to receive one
        exchange,   ///< for both (ExchangeWait)
        requests,   ///< for requests (RequestsWait)
        collective, ///< for others to come to a collective (CollectiveWait)
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
    bool all; ///< for all of them; else for any
};

struct CollectiveWait : Wait {
    static constexpr int everybody = -1; ///< nobody gets through before all have come
    static constexpr int unknown = -2;   ///< that depends on the MPI
    std::uint64_t number;                ///< of the collective, as Communicator::sequence counts
    int needs;                           ///< application rank, or one of the above
};

/// Says for as long as it lives what this thread waits for; within a nonblocking task nothing.
class WaitScope {
  public:
    explicit WaitScope(const Wait &wait) noexcept
        : outer_(this_call.scope.get()),
          published_(!CallState::is_in_task(this_call.word.get()) && !is_in_local(wait)) {
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
    /// Who waits in a local has come to the call of the whole, and says so already.
    [[nodiscard]] static bool is_in_local(const Wait &wait) noexcept {
        return wait.communicator != nullptr && is_local(*wait.communicator);
    }
    [[nodiscard]] static bool is_local(const Communicator &c) noexcept;
    void end_excluding_the_watch() noexcept;

    const Wait *outer_;
    bool published_;
};

/// Held while waits of other threads are looked at: none of them ends meanwhile (WaitScope).
[[nodiscard]] Mutex<LockRank::view> &view_mutex() noexcept;

/// Held while what other threads may be looking at changes; nothing before the first failure, nor
/// in a program with one thread.
[[nodiscard]] std::unique_lock<Mutex<LockRank::view>> excluding_the_watch() noexcept;

/// The same for MPI_Recv and the blocking sends, whose cost counts: nobody takes it back.
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
