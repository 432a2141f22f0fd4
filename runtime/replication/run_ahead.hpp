#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace closeranks::replication {

/// How far a twin may run ahead of its leader in the calls in which requests are served
/// (service.hpp). Calls have numbers from 1 on, the same in both processes.
///
/// - A *free* twin ends its calls when it likes, and its leader serves nothing.
/// - A leader with a request to serve *holds* its twin, which then ends no call before its leader.
/// - In a call that the twin has ended already the leader serves nothing. So both processes serve a
///   request in the same call.
/// - The leader frees its twin when nothing was served for some calls.

/// The state of both processes on one host, in memory that outlives either.
///
/// The leader first holds, and then looks how far its twin has come. The twin first writes that it
/// ends the call, and then looks whether it is held. So at least one of them sees the other's word.
class SharedRunAhead {
  public:
    SharedRunAhead() = default;
    /// In memory that is zero at first and begins at a cache line; or nowhere.
    explicit SharedRunAhead(std::span<std::byte> memory) noexcept;
    static constexpr std::size_t bytes = 192;

    [[nodiscard]] explicit operator bool() const noexcept { return words_ != nullptr; }

    // The leader.
    void hold() noexcept { words_->is_held.store(true, std::memory_order_seq_cst); }
    void free() noexcept { words_->is_held.store(false, std::memory_order_release); }
    [[nodiscard]] std::uint64_t ended_by_twin() const noexcept {
        return words_->by_twin.load(std::memory_order_seq_cst);
    }
    void end(std::uint64_t call) noexcept {
        words_->by_leader.store(call, std::memory_order_release);
    }

    /// The twin: true if it has ended the call.
    [[nodiscard]] bool try_to_end(std::uint64_t call) noexcept;

    [[nodiscard]] std::uint64_t ended_by_leader() const noexcept {
        return words_->by_leader.load(std::memory_order_acquire);
    }

  private:
    struct Words {
        alignas(64) std::atomic<std::uint64_t> by_leader; ///< calls that it has ended
        alignas(64) std::atomic<std::uint64_t> by_twin;   ///< the same
        alignas(64) std::atomic<bool> is_held;
    };
    static_assert(sizeof(Words) == bytes);

    Words *words_ = nullptr;
};

/// The same between processes of different hosts, by messages. The twin answers a hold with the
/// number of calls that it has ended, and the leader serves nothing before the answer.
class SentRunAhead {
  public:
    /// A message: to the twin, or `is_held` to the leader. `calls`: ended by the process that
    /// sends.
    enum class Word : std::int64_t { hold, is_held, ended, free };
    using Send = void (*)(Word word, std::uint64_t calls);
    explicit SentRunAhead(Send send) noexcept : send_(send) {}

    void take(Word word, std::uint64_t calls);

    // The leader.
    void hold();
    void free() { send_(Word::free, by_leader_); }
    /// No number until the twin has answered all holds.
    [[nodiscard]] std::optional<std::uint64_t> ended_by_twin() const noexcept;
    void end(std::uint64_t call, bool is_holding);
    /// Tells now and then how many calls have ended, for a twin that is free.
    void progress();

    /// The twin: true if it has ended the call.
    [[nodiscard]] bool try_to_end(std::uint64_t call) noexcept;

    [[nodiscard]] std::uint64_t ended_by_leader() const noexcept { return by_leader_; }

  private:
    Send send_;
    bool is_held_ = false;         ///< in the twin
    std::uint64_t unanswered_ = 0; ///< holds
    std::uint64_t by_twin_ = 0;    ///< calls that it has ended, as far as is known
    std::uint64_t by_leader_ = 0;  ///< the same
    std::uint64_t told_ = 0;       ///< of by_leader_
    std::chrono::steady_clock::time_point told_at_{};
};

/// The one of the two that this process needs.
class RunAhead {
  public:
    /// Called in MPI_Init.
    void begin();

    /// The leader has a request to serve in this call. False: the twin has ended the call already.
    [[nodiscard]] bool may_serve(std::uint64_t call);
    /// The leader ends the call, and its twin can know all that was served in it.
    void leader_ends(std::uint64_t call);

    /// The twin: true if it has ended the call. All that was served in it can be known then.
    [[nodiscard]] bool twin_ends(std::uint64_t call);

    /// The calls that the leader has ended, as far as is known.
    [[nodiscard]] std::uint64_t ended_by_leader() const noexcept;

    void progress();

  private:
    static void send(SentRunAhead::Word word, std::uint64_t calls);

    SharedRunAhead shared_;
    SentRunAhead sent_{send};
    bool is_holding_ = false; ///< in the leader
    std::uint64_t quiet_ = 0; ///< calls since the last request
};

[[nodiscard]] RunAhead &run_ahead() noexcept;

} // namespace closeranks::replication
