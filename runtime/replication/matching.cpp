#include "runtime/replication/matching.hpp"

#include "runtime/support/never_destroyed.hpp"

#include <algorithm>

namespace closeranks::replication {

Matching::Verdict Matching::verdict(const Posted &posted, const Arrived &message) const noexcept {
    if (!posted.pattern.fits(message.envelope)) return Verdict::passes;
    if (!posted.pattern.is_wildcard()) return Verdict::takes;
    if (posted.decided) return *posted.decided == message.id ? Verdict::takes : Verdict::passes;
    return decides_ ? Verdict::takes : Verdict::holds;
}

void Matching::give(Posted &posted, Arrived message) {
    if (posted.pattern.is_wildcard() && !posted.decided && tell_)
        tell_(posted.wildcard, message.id);
    if (message.envelope.is_synchronous && taken_) taken_(message.id);
    posted.message = std::move(message);
}

const Matching::Queue *Matching::queue_if(const Pattern &pattern) const {
    const auto found = queues_.find({pattern.context, pattern.talk});
    return found != queues_.end() ? &found->second : nullptr;
}

void Matching::post(Posted &posted) {
    Queue &queue = this->queue(posted.pattern);
    if (posted.pattern.is_wildcard()) {
        if (const auto known = decisions_.find(posted.wildcard); known != decisions_.end()) {
            posted.decided = known->second;
            decisions_.erase(known);
        } else if (!decides_) {
            ++queue.undecided;
        }
    }
    if (queue.undecided != 0) {
        queue.posted.push_back(&posted);
        settle(queue);
        return;
    }
    const auto found = std::ranges::find_if(queue.unexpected, [&](const Arrived &message) {
        return verdict(posted, message) == Verdict::takes;
    });
    if (found == queue.unexpected.end()) {
        queue.posted.push_back(&posted);
        return;
    }
    give(posted, std::move(*found));
    queue.unexpected.erase(found);
}

void Matching::arrive(Arrived message) {
    Queue &queue = queues_[{message.envelope.context, message.envelope.talk}];
    if (queue.undecided == 0) {
        const auto taker = std::ranges::find_if(queue.posted, [&](const Posted *posted) {
            return verdict(*posted, message) == Verdict::takes;
        });
        if (taker != queue.posted.end()) {
            give(**taker, std::move(message));
            queue.posted.erase(taker);
            return;
        }
    }
    if (message.envelope.talk == Talk::request) ++requests_; // no receive takes them
    queue.unexpected.push_back(std::move(message));
    if (queue.undecided != 0) settle(queue);
}

void Matching::decide(std::uint64_t wildcard, const MessageId &message) {
    for (auto &[key, queue] : queues_) {
        if (queue.undecided == 0) continue;
        for (Posted *const posted : queue.posted) {
            if (!posted->pattern.is_wildcard() || posted->wildcard != wildcard) continue;
            posted->decided = message;
            --queue.undecided;
            settle(queue);
            return;
        }
    }
    decisions_.emplace(wildcard, message);
}

void Matching::take_over() {
    decides_ = true;
    for (auto &[key, queue] : queues_) {
        queue.undecided = 0;
        settle(queue);
    }
}

void Matching::withdraw(Posted &posted) {
    Queue &queue = this->queue(posted.pattern);
    if (posted.message) { // the leader had withdrawn it before
        const MessageId id = posted.message->id;
        const auto later = std::ranges::find_if(queue.unexpected, [&](const Arrived &message) {
            return message.id.rank == id.rank && message.id.number > id.number;
        });
        queue.unexpected.insert(later, std::move(*posted.message));
        posted.message.reset();
        settle(queue);
        return;
    }
    const auto found = std::ranges::find(queue.posted, &posted);
    if (found == queue.posted.end()) return;
    queue.posted.erase(found);
    const bool held = posted.pattern.is_wildcard() && !posted.decided && !decides_;
    if (held && --queue.undecided >= 0) settle(queue);
}

/// Gives messages to receives in their order, as far as decisions are known.
void Matching::settle(Queue &queue) {
    while (settle_one(queue)) {
    }
}

bool Matching::settle_one(Queue &queue) {
    for (auto message = queue.unexpected.begin(); message != queue.unexpected.end(); ++message) {
        for (auto taker = queue.posted.begin(); taker != queue.posted.end(); ++taker) {
            const Verdict found = verdict(**taker, *message);
            if (found == Verdict::passes) continue;
            if (found == Verdict::holds) break;
            // An earlier message of the same source that is held back may still belong to this
            // receive.
            const auto overtakes = [&](const Arrived &earlier) {
                return earlier.envelope.place == message->envelope.place &&
                       (*taker)->pattern.fits(earlier.envelope);
            };
            if (!(*taker)->decided && std::any_of(queue.unexpected.begin(), message, overtakes))
                break;
            give(**taker, std::move(*message));
            queue.posted.erase(taker);
            queue.unexpected.erase(message);
            return true;
        }
    }
    return false;
}

/// True if an undecided wildcard receive may still take the message.
bool Matching::is_held(const Queue &queue, std::list<Arrived>::const_iterator at) {
    return queue.undecided != 0 && std::ranges::any_of(queue.posted, [&](const Posted *posted) {
               return posted->pattern.is_wildcard() && !posted->decided &&
                      posted->pattern.fits(at->envelope);
           });
}

const Arrived *Matching::find(const Pattern &pattern) const {
    const Queue *const queue = queue_if(pattern);
    if (queue == nullptr) return nullptr;
    for (auto at = queue->unexpected.begin(); at != queue->unexpected.end(); ++at) {
        if (!pattern.fits(at->envelope)) continue;
        return is_held(*queue, at) ? nullptr : &*at;
    }
    return nullptr;
}

const Arrived *Matching::find(const Pattern &pattern, const MessageId &id) const {
    const Queue *const queue = queue_if(pattern);
    if (queue == nullptr) return nullptr;
    const auto found = std::ranges::find(queue->unexpected, id, &Arrived::id);
    return found != queue->unexpected.end() ? &*found : nullptr;
}

std::optional<Arrived> Matching::extract(const Pattern &pattern, const MessageId &id) {
    Queue &queue = this->queue(pattern);
    const auto found = std::ranges::find(queue.unexpected, id, &Arrived::id);
    if (found == queue.unexpected.end()) return std::nullopt;
    std::optional<Arrived> message(std::move(*found));
    queue.unexpected.erase(found);
    if (message->envelope.talk == Talk::request) --requests_;
    if (message->envelope.is_synchronous && taken_) taken_(message->id);
    return message;
}

bool Matching::is_unexpected(const MessageId &id) const {
    return std::ranges::any_of(queues_, [&](const auto &entry) {
        return std::ranges::find(entry.second.unexpected, id, &Arrived::id) !=
               entry.second.unexpected.end();
    });
}

Matching &matching() noexcept {
    static NeverDestroyed<Matching> one;
    return one.value;
}

} // namespace closeranks::replication
