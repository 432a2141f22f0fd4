#pragma once

#include "runtime/replication/matching.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace closeranks::replication {

/// Synchronous messages that this rank has sent, or will send, and whether they have been received.
/// Both processes of the receiving rank tell both of this one. So a notice may come several times,
/// and before this process has come to the message.
class SynchronousSends {
  public:
    /// The message has been sent.
    void await(const MessageId &id) { received_.try_emplace({id.rank, id.number}, false); }
    [[nodiscard]] bool is_received(const MessageId &id) const {
        const auto found = received_.find({id.rank, id.number});
        return found == received_.end() || found->second;
    }
    /// True if a notice is still to come.
    [[nodiscard]] bool awaits_any() const noexcept {
        return std::ranges::any_of(received_, [](const auto &sent) { return !sent.second; });
    }
    void forget(const MessageId &id) { received_.erase({id.rank, id.number}); }

    /// `next`: the number of the next message to that rank.
    void note(const MessageId &id, std::uint64_t next) {
        const auto found = received_.find({id.rank, id.number});
        if (found != received_.end())
            found->second = true;
        else if (id.number >= next)
            received_[{id.rank, id.number}] = true;
    }

  private:
    std::map<std::pair<int, std::uint64_t>, bool> received_;
};

[[nodiscard]] inline SynchronousSends &synchronous_sends() noexcept {
    static auto *const one = new SynchronousSends;
    return *one;
}

} // namespace closeranks::replication
