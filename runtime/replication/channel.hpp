#pragma once

#include "runtime/replication/packet.hpp"
#include "runtime/support/process_id.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace closeranks::replication {

/// A channel leads from a rank to a rank, and numbers its messages from 0. A rank is deterministic,
/// so a number is the same message in both of its processes.
///
/// A process gets the messages of a rank from one of its processes, the *source*: that of its own
/// plane if it lives, or else the other one. When the source dies it asks the other one to
/// *resume*. Until it has said so much, nobody sends to it: what comes in between would be in no
/// log.
///
/// Pure: sends are handed to the caller.

using Send = std::function<void(ProcessId to, const std::shared_ptr<const Packet> &packet)>;

/// The sending end, in one process of the sending rank.
class Outgoing {
  public:
    struct Target {
        ProcessId process{};
        bool is_served = false;         ///< this process is its source
        std::uint64_t acknowledged = 0; ///< so many have arrived there, as far as is known
    };

    Outgoing() = default;
    /// The processes of the receiving rank.
    explicit Outgoing(std::vector<Target> targets) : targets_(std::move(targets)) {}

    /// Gives the packet its number and sends it. It is kept for those that do not get it from here,
    /// until they have it.
    void add(const std::shared_ptr<Packet> &packet, const Send &send);

    /// This process is the source of `process` now, which expects message `from`. It may be one
    /// that this process has not come to yet.
    void resume(ProcessId process, std::uint64_t from, const Send &send);

    /// So many have arrived there; they may be more than this process has sent.
    void acknowledge(ProcessId process, std::uint64_t count);

    void lose(ProcessId process);

    [[nodiscard]] std::size_t logged_bytes() const noexcept { return logged_bytes_; }
    [[nodiscard]] bool logs() const noexcept { return !log_.empty(); }
    [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
    /// Those alive.
    [[nodiscard]] const std::vector<Target> &targets() const noexcept { return targets_; }

  private:
    [[nodiscard]] Target *find(ProcessId process) noexcept;
    [[nodiscard]] bool is_needed(std::uint64_t number) const noexcept;
    void trim();

    std::vector<Target> targets_;
    std::uint64_t next_ = 0;
    /// Without gaps: a target needs what follows a message that it needs.
    std::deque<std::shared_ptr<const Packet>> log_;
    std::size_t logged_bytes_ = 0;
};

/// The receiving end, in one process of the receiving rank.
class Incoming {
  public:
    /// A message has arrived. Returns false when it did so before.
    [[nodiscard]] bool take(std::uint64_t number, std::size_t size) noexcept;

    [[nodiscard]] std::uint64_t arrived() const noexcept { return arrived_; }

    /// Whether the process that keeps a log for this one should hear of what has arrived.
    [[nodiscard]] bool should_acknowledge() const noexcept {
        return arrived_ - acknowledged_ >= most_messages || bytes_ >= most_bytes;
    }
    /// It will.
    [[nodiscard]] std::uint64_t acknowledge() noexcept {
        acknowledged_ = arrived_;
        bytes_ = 0;
        return arrived_;
    }

    static constexpr std::uint64_t most_messages = 32;
    static constexpr std::size_t most_bytes = std::size_t{256} << 10U;

  private:
    std::uint64_t arrived_ = 0;
    std::uint64_t acknowledged_ = 0;
    std::size_t bytes_ = 0; ///< that have not been acknowledged
};

} // namespace closeranks::replication
