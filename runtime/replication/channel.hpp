#pragma once

#include "runtime/replication/packet.hpp"
#include "runtime/support/process_id.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace closeranks::replication {

/// A channel leads from one rank to another, and numbers its messages from 0. A rank is
/// deterministic, so a number means the same message in both of its processes.
///
/// A process gets the messages of a rank from one of its processes, the *source*: the process of
/// its own plane if that lives, or else the other one. When the source fails, the process asks the
/// other one to *resume*. Until then the other process sends nothing to it, because messages sent
/// meanwhile would be in no log.
///
/// Pure: sends are handed to the caller.

using Send = std::function<void(ProcessId to, const std::shared_ptr<const Packet> &packet)>;

/// The sending end, in one process of the sending rank.
class Outgoing {
  public:
    struct Target {
        ProcessId process{};
        bool is_served = false;         ///< this process is its source
        std::uint64_t acknowledged = 0; ///< messages that have arrived there, as far as is known
    };

    Outgoing() = default;
    /// The processes of the receiving rank.
    explicit Outgoing(std::vector<Target> targets) : targets_(std::move(targets)) {}

    /// Gives the packet its number and sends it. The packet is kept for targets that do not get it
    /// from this process, until they have it.
    void add(const std::shared_ptr<Packet> &packet, const Send &send);

    /// This process is now the source of `process`, which expects message `from`. This process may
    /// not have come to that message yet.
    void resume(ProcessId process, std::uint64_t from, const Send &send);

    /// `count` messages have arrived at the process; that may be more than this process has sent.
    void acknowledge(ProcessId process, std::uint64_t count);

    void lose(ProcessId process);

    [[nodiscard]] std::size_t logged_bytes() const noexcept { return logged_bytes_; }
    [[nodiscard]] bool logs() const noexcept { return !log_.empty(); }
    [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
    /// The live targets.
    [[nodiscard]] const std::vector<Target> &targets() const noexcept { return targets_; }

  private:
    [[nodiscard]] Target *find(ProcessId process) noexcept;
    [[nodiscard]] bool is_needed(std::uint64_t number) const noexcept;
    void trim();

    std::vector<Target> targets_;
    std::uint64_t next_ = 0;
    /// Without gaps: a target that needs a message needs all later ones as well.
    std::deque<std::shared_ptr<const Packet>> log_;
    std::size_t logged_bytes_ = 0;
};

/// The receiving end, in one process of the receiving rank.
class Incoming {
  public:
    /// A message has arrived. Returns false when it has arrived before.
    [[nodiscard]] bool take(std::uint64_t number, std::size_t size) noexcept;

    [[nodiscard]] std::uint64_t arrived() const noexcept { return arrived_; }

    /// True if the process that keeps a log for this one should be told how many messages have
    /// arrived.
    [[nodiscard]] bool should_acknowledge() const noexcept {
        return arrived_ - acknowledged_ >= most_messages || bytes_ >= most_bytes;
    }
    /// Called when that process is told.
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
    std::size_t bytes_ = 0; ///< bytes of messages that have not been acknowledged
};

} // namespace closeranks::replication
