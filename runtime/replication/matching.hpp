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

/// Which message a receive gets, as MPI says it (MPI 4.1, 3.5), by communicator, source and tag.
///
/// A receive from a named source is deterministic. A *wildcard*, which takes a message of any
/// source, is decided where the rank's leader is: there it takes the first that fits. Elsewhere it
/// takes what the leader's decision says. Until that is known it holds back messages that it could
/// take from receives that were posted later.
///
/// Pure: it knows no MPI.

inline constexpr int any = -1; ///< source or tag

/// A message, by the rank that it is from (in MPI_COMM_WORLD) and its number in the channel.
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

/// What is looked for: by a receive or a probe.
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

/// A receive. It must stay where it is until it has a message or is withdrawn.
struct Posted {
    Pattern pattern;
    std::uint64_t wildcard = 0; ///< the number of a wildcard receive among those of its rank
    std::optional<MessageId> decided = std::nullopt;
    std::optional<Arrived> message = std::nullopt; ///< what it got
};

class Matching {
  public:
    /// What a wildcard receive takes here, where it is decided.
    using Decide = std::function<void(std::uint64_t wildcard, const MessageId &)>;

    /// Whether wildcards are decided here.
    void decide_here(bool on) noexcept { decides_ = on; }
    void tell(Decide decide) { tell_ = std::move(decide); }

    /// Hears of each synchronous message that a receive has got.
    using Taken = std::function<void(const MessageId &)>;
    void on_synchronous(Taken taken) { taken_ = std::move(taken); }

    /// The next wildcard receive of this rank gets this number.
    [[nodiscard]] std::uint64_t next_wildcard() noexcept { return wildcards_++; }

    void post(Posted &posted);
    void arrive(Arrived message);
    /// The leader's decision; it may come before the receive is posted and before the message.
    void decide(std::uint64_t wildcard, const MessageId &message);
    /// After the last decision of a leader that has died: from now on they are made here.
    void take_over();

    /// Takes back a receive. If it has got a message that is given to others.
    void withdraw(Posted &posted);

    /// The message that a receive would get now, which stays; nullptr: none. Of a wildcard, the
    /// first one that fits.
    [[nodiscard]] const Arrived *find(const Pattern &pattern) const;
    /// The message of that number if no receive has got it.
    [[nodiscard]] const Arrived *find(const Pattern &pattern, const MessageId &id) const;
    /// Takes it away, for one receive that has found it.
    [[nodiscard]] std::optional<Arrived> extract(const Pattern &pattern, const MessageId &id);

    /// Whether that message has arrived and no receive has got it.
    [[nodiscard]] bool is_unexpected(const MessageId &id) const;

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
    std::map<Key, Queue> queues_;
    std::map<std::uint64_t, MessageId> decisions_; ///< on receives that are not posted yet
};

/// Those of this process.
[[nodiscard]] Matching &matching() noexcept;

} // namespace closeranks::replication
