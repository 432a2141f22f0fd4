#pragma once

#include "runtime/replication/packet.hpp"

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace closeranks::replication {

/// Matches messages and receives as MPI says (MPI 4.1, 3.5), by communicator, source and tag.
///
/// A receive from a named source is deterministic. A *wildcard* receive, which takes a message of
/// any source, is decided in the rank's leader: there it takes the first message that fits. In the
/// twin it takes the message of the leader's decision. Until the decision is known, the wildcard
/// receive holds back messages that it could take from later receives.
///
/// Pure: it knows no MPI.

inline constexpr int any = -1; ///< source or tag

/// A message: its source rank (in MPI_COMM_WORLD) and its number in the channel.
struct MessageId {
    int rank = 0;
    std::uint64_t number = 0;
    bool operator==(const MessageId &) const = default;
};

/// A message that has arrived and that no receive has got.
struct Arrived {
    MessageId id;
    Envelope envelope;
    std::shared_ptr<const Packet> packet; ///< with the payload
};

/// The pattern that a receive or a probe looks for.
struct Pattern {
    std::uint64_t context = 0;
    Talk talk = Talk::program;
    int place = any; ///< of the source in the communicator
    int tag = any;

    [[nodiscard]] bool is_wildcard() const noexcept { return place == any; }
    [[nodiscard]] bool fits(const Envelope &envelope) const noexcept {
        return (place == any || place == envelope.place) && (tag == any || tag == envelope.tag);
    }
};

/// A receive. It must not move until it has a message or is withdrawn.
struct Posted {
    Pattern pattern;
    std::uint64_t wildcard = 0; ///< the number of a wildcard receive among those of its rank
    std::optional<MessageId> decided = std::nullopt;
    std::optional<Arrived> message = std::nullopt; ///< the message that it got
};

class Matching {
  public:
    /// Called with the message that a wildcard receive takes, in the process that decides.
    using Decide = std::function<void(std::uint64_t wildcard, const MessageId &)>;

    /// Sets whether this process decides wildcard receives.
    void decide_here(bool on) noexcept { decides_ = on; }
    void tell(Decide decide) { tell_ = std::move(decide); }

    /// Called with each synchronous message that a receive has got.
    using Taken = std::function<void(const MessageId &)>;
    void on_synchronous(Taken taken) { taken_ = std::move(taken); }

    /// Gives the next wildcard receive of this rank its number.
    [[nodiscard]] std::uint64_t next_wildcard() noexcept { return wildcards_++; }

    void post(Posted &posted);
    void arrive(Arrived message);
    /// The leader's decision. It may come before the receive is posted, and before the message.
    void decide(std::uint64_t wildcard, const MessageId &message);
    /// Called after the last decision of a failed leader: from now on this process decides.
    void take_over();

    /// Withdraws a receive. A message that it has got goes to other receives.
    void withdraw(Posted &posted);

    /// The message that a receive would get now; the message stays. nullptr: there is none. For a
    /// wildcard, the first message that fits.
    [[nodiscard]] const Arrived *find(const Pattern &pattern) const;
    /// The message of that number if no receive has got it.
    [[nodiscard]] const Arrived *find(const Pattern &pattern, const MessageId &id) const;
    /// Removes the message, for one receive that has found it.
    [[nodiscard]] std::optional<Arrived> extract(const Pattern &pattern, const MessageId &id);

    /// No message of this context comes any more.
    void forget(const Pattern &pattern) noexcept { queues_.erase({pattern.context, pattern.talk}); }

    /// True if that message has arrived and no receive has got it.
    [[nodiscard]] bool is_unexpected(const MessageId &id) const;

    /// True if a request to a window has arrived that this rank has not served.
    [[nodiscard]] bool has_requests() const noexcept { return requests_ != 0; }

  private:
    struct Queue {
        std::list<Posted *> posted;
        std::list<Arrived> unexpected;
        int undecided = 0; ///< wildcards that hold messages back
    };
    using Key = std::pair<std::uint64_t, Talk>;

    enum class Verdict : std::uint8_t { takes, passes, holds };
    [[nodiscard]] Verdict verdict(const Posted &posted, const Arrived &message) const noexcept;
    void give(Posted &posted, Arrived message);
    void settle(Queue &queue);
    [[nodiscard]] bool settle_one(Queue &queue);
    [[nodiscard]] static bool is_held(const Queue &queue, std::list<Arrived>::const_iterator at);

    [[nodiscard]] Queue &queue(const Pattern &pattern) {
        return queues_[{pattern.context, pattern.talk}];
    }
    [[nodiscard]] const Queue *queue_if(const Pattern &pattern) const;

    bool decides_ = true;
    Decide tell_;
    Taken taken_;
    std::uint64_t wildcards_ = 0;
    std::size_t requests_ = 0; ///< among the unexpected messages
    std::map<Key, Queue> queues_;
    std::map<std::uint64_t, MessageId> decisions_; ///< for receives that are not posted yet
};

/// The matching of this process.
[[nodiscard]] Matching &matching() noexcept;

} // namespace closeranks::replication
