#include "runtime/replication/decisions.hpp"

#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/postbox.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/shared_ring.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <sched.h>

namespace closeranks::replication {

namespace {

/// The kind of the last record of a lane. No call has it.
constexpr std::uint64_t end_of_readings = std::numeric_limits<std::uint64_t>::max();

} // namespace

Decisions &decisions() noexcept {
    static NeverDestroyed<Decisions> one;
    return one.value;
}

void Decisions::begin() {
    constexpr std::size_t bytes_of_lane = 128 + (std::size_t{1} << 18U);
    Ring ring = take_shared_ring();
    has_ring_ = static_cast<bool>(ring);
    if (has_ring_)
        (i_lead() ? readings_to_twin_ : readings_of_leader_) = Lane(ring.cut_off(bytes_of_lane));
    (i_lead() ? to_twin_ : from_leader_) = ring;
}

std::span<std::byte> Decisions::share(std::size_t bytes) noexcept {
    return has_ring_ ? (to_twin_ ? to_twin_ : from_leader_).cut_off(bytes) : std::span<std::byte>{};
}

std::uint64_t Decisions::count_of_leader() const noexcept {
    return from_leader_ ? from_leader_.count() : leaders_calls_;
}

Decisions::Outcome Decisions::decide(FunctionRef<Outcome()> find_out) {
    if (is_over_) return decide_at_the_end(find_out);
    const std::uint64_t call = calls_++;
    const auto is_known = [&] {
        const std::uint64_t count = count_of_leader(); // read first, because records come before it
        drain();
        return outcomes_.contains(call) || call < count || call < leaders_calls_;
    };
    if (from_leader_) from_leader_.set_reached(call);
    if (awaited_) answer_leader();
    if (!i_lead()) {
        wait_until([&] { return is_known() || has_leader_ended_ || i_lead(); });
        if (!is_known() && !i_lead()) give_up_twin(makes_more_calls);
    }
    if (const auto found = outcomes_.find(call); found != outcomes_.end()) {
        Outcome outcome = std::move(found->second);
        outcomes_.erase(found);
        return outcome;
    }
    if (!i_lead() || call < leaders_calls_) return {};
    Outcome outcome = find_out();
    if (!world().my_other()) return outcome;
    if (!outcome.empty()) tell({What::outcome, call, outcome});
    if (!is_flushed()) wait_until([this] { return is_flushed(); });
    tell_count(calls_);
    return outcome;
}

void Decisions::wait_for_twin() {
    if (!world().my_other()) return;
    const std::uint64_t call = calls_ - 1;
    if (!to_twin_) static_cast<void>(send({What::wait, call, {}}));
    wait_until(
        [&] { return !world().my_other() || (to_twin_ ? to_twin_.reached() : reached_) >= call; });
}

/// Tells the leader that this process has come to the call at which the leader waits.
void Decisions::answer_leader() {
    const std::uint64_t call = calls_ - 1;
    if (calls_ == 0 || call < *awaited_ || !world().my_other()) return;
    awaited_.reset();
    static_cast<void>(send({What::reached, call, {}}));
}

void Decisions::repeat(std::uint64_t kind, std::span<std::uint64_t> words,
                       FunctionRef<void()> read) {
    if (readings_to_twin_) {
        read();
        if (!readings_to_twin_.write(kind, words)) write_reading(kind, words);
    } else if (readings_of_leader_) {
        if (!take_reading(kind, words)) read();
    } else if (has_ring_ || (!world().my_other() && is_behind_none())) {
        read();
    } else {
        const Outcome told = decide([&] {
            read();
            Outcome outcome{static_cast<std::int64_t>(kind)};
            outcome.insert(outcome.end(), words.begin(), words.end());
            return outcome;
        });
        if (told.size() != 1 + words.size() || static_cast<std::uint64_t>(told[0]) != kind)
            give_up_twin("it asks the C library for something else than its leader");
        std::copy(told.begin() + 1, told.end(), words.begin());
    }
}

/// There was no room: the twin is far behind, or it has failed.
void Decisions::write_reading(std::uint64_t kind, std::span<const std::uint64_t> words) {
    wait_until([&] { return !world().my_other() || readings_to_twin_.write(kind, words); });
    if (!world().my_other()) readings_to_twin_ = {};
}

/// False: the leader has failed, and it read nothing after the known readings.
bool Decisions::take_reading(std::uint64_t kind, std::span<std::uint64_t> words) {
    if (!readings_of_leader_.has_any())
        wait_until([&] { return readings_of_leader_.has_any() || i_lead(); });
    if (!readings_of_leader_.has_any()) {
        readings_of_leader_ = {};
        return false;
    }
    if (readings_of_leader_.kind() == end_of_readings) {
        if (!i_lead()) give_up_twin(makes_more_calls);
        readings_of_leader_ = {};
        return false;
    }
    if (readings_of_leader_.kind() != kind)
        give_up_twin("it asks the C library for something else than its leader");
    readings_of_leader_.read(words);
    return true;
}

void Decisions::tell_match(std::uint64_t wildcard, const MessageId &id) {
    if (world().my_other())
        tell({What::match, wildcard, {id.rank, static_cast<std::int64_t>(id.number)}});
}

void Decisions::tell_sum(std::uint64_t name, std::uint64_t sum) {
    tell({What::sum, name, {static_cast<std::int64_t>(sum)}});
}

void Decisions::tell_service(std::uint64_t call, std::uint64_t window, int origin) {
    if (world().my_other())
        tell({What::service, call, {static_cast<std::int64_t>(window), origin}});
}

void Decisions::tell_run_ahead(std::int64_t word, std::uint64_t calls) {
    if (world().my_other()) tell({What::run_ahead, calls, {word}});
}

void Decisions::tell(Decision decision) {
    backlog_.push_back(std::move(decision));
    flush();
}

void Decisions::flush() {
    if (!world().my_other()) backlog_.clear();
    while (!backlog_.empty() && send(backlog_.front()))
        backlog_.pop_front();
}

bool Decisions::send(const Decision &decision) {
    const std::span data = std::as_bytes(std::span(decision.values));
    if (to_twin_)
        return to_twin_.write({decision.key, static_cast<std::uint32_t>(decision.what), data});
    Envelope envelope{.number = decision.key, .size = data.size(), .kind = Kind::decision};
    envelope.tag = static_cast<std::int32_t>(decision.what);
    const auto packet = std::make_shared<Packet>(envelope);
    if (!data.empty()) std::memcpy(packet->payload(), data.data(), data.size());
    postbox().send(*world().my_other(), packet);
    return true;
}

void Decisions::tell_count(std::uint64_t count) {
    if (to_twin_)
        to_twin_.set_count(count);
    else
        leaders_calls_ = count; // sent now and then
}

void Decisions::progress() {
    if (!backlog_.empty()) flush();
    if (from_leader_) drain();
    if (has_ended_) look_for_more_calls();
    if (has_ring_ || !i_lead() || leaders_calls_ == told_count_ || !world().my_other()) return;
    constexpr std::chrono::microseconds pause(200);
    const auto now = std::chrono::steady_clock::now();
    if (now < told_at_ + pause) return;
    told_at_ = now;
    told_count_ = leaders_calls_;
    static_cast<void>(send({What::count, told_count_, {}}));
}

void Decisions::drain() {
    if (!from_leader_) return;
    while (from_leader_.read([this](const Ring::Record &record) {
        learn(static_cast<What>(record.kind), record.key, record.data);
    })) {
    }
}

void Decisions::take(const Packet &packet) {
    if (has_taken_over_) return; // it came late: this process has decided since
    const Envelope envelope = packet.envelope();
    learn(static_cast<What>(envelope.tag), envelope.number, {packet.payload(), packet.size()});
}

void Decisions::learn(What what, std::uint64_t key, std::span<const std::byte> data) {
    Outcome values(data.size() / sizeof(std::int64_t));
    if (!values.empty()) std::memcpy(values.data(), data.data(), data.size());
    if (what == What::match)
        matching().decide(key,
                          {static_cast<int>(values[0]), static_cast<std::uint64_t>(values[1])});
    else if (what == What::outcome) {
        outcomes_.emplace(key, std::move(values));
        leaders_calls_ = std::max(leaders_calls_, key); // the calls before it are over
    } else if (what == What::sum && take_sum_ != nullptr)
        take_sum_(key, static_cast<std::uint64_t>(values[0]));
    else if (what == What::service && take_service_ != nullptr)
        take_service_(key, static_cast<std::uint64_t>(values[0]), static_cast<int>(values[1]));
    else if (what == What::run_ahead && take_run_ahead_ != nullptr)
        take_run_ahead_(values[0], key);
    else if (what == What::messages)
        messages_.insert(messages_.end(), values.begin(), values.end());
    else if (what == What::ended) {
        has_leader_ended_ = true;
        leaders_calls_ = std::max(leaders_calls_, key);
    } else if (what == What::count)
        leaders_calls_ = std::max(leaders_calls_, key);
    else if (what == What::reached)
        reached_ = std::max(reached_, key);
    else if (what == What::wait) {
        awaited_ = key;
        answer_leader();
    }
}

void Decisions::take_over() {
    const std::uint64_t count = count_of_leader();
    drain();
    leaders_calls_ = std::max(leaders_calls_, count);
    from_leader_ = {};
    readings_to_twin_ = {};
    has_taken_over_ = true;
    matching().take_over();
}

void Decisions::tell_end(std::span<const std::uint64_t> messages) {
    has_ended_ = true;
    // A leader that makes more calls must not wait for this process in them.
    if (from_leader_) from_leader_.set_reached(std::numeric_limits<std::uint64_t>::max());
    look_for_more_calls();
    if (!i_lead() || !world().my_other()) return;
    if (readings_to_twin_ && !readings_to_twin_.write(end_of_readings, {}))
        write_reading(end_of_readings, {});
    constexpr std::size_t most = 1024; // in one record
    for (std::size_t at = 0; at < messages.size(); at += most) {
        const auto part = messages.subspan(at, std::min(most, messages.size() - at));
        tell({What::messages, at, Outcome(part.begin(), part.end())});
    }
    tell({What::ended, calls_, {}});
    if (!is_flushed()) wait_until([this] { return is_flushed(); });
}

/// A twin in MPI_Finalize, whose leader may still make calls. Readings of clocks are no difference:
/// code that waits for a moment reads them more or less often.
void Decisions::look_for_more_calls() {
    if (i_lead()) return;
    if (readings_of_leader_) readings_of_leader_.drop_all();
    const bool is_awaited = awaited_ && *awaited_ >= calls_;
    if (is_awaited || count_of_leader() > calls_)
        give_up_twin("it is in MPI_Finalize, and its leader makes other calls");
}

void Decisions::end() {
    is_over_ = true;
    if (!has_ring_ || !world().my_other()) to_twin_ = from_leader_ = {};
}

/// No message is sent and no death is heard of any more. The ring is still there.
Decisions::Outcome Decisions::decide_at_the_end(FunctionRef<Outcome()> find_out) {
    const std::uint64_t call = calls_++;
    if (from_leader_) {
        constexpr std::chrono::seconds patience(1); // the leader may have ended
        const auto end = std::chrono::steady_clock::now() + patience;
        while (!outcomes_.contains(call) && std::chrono::steady_clock::now() < end) {
            drain();
            static_cast<void>(sched_yield());
        }
        if (const auto found = outcomes_.find(call); found != outcomes_.end())
            return std::move(outcomes_.extract(found).mapped());
        from_leader_ = {};
    }
    Outcome outcome = find_out();
    if (to_twin_) static_cast<void>(send({What::outcome, call, outcome}));
    return outcome;
}

} // namespace closeranks::replication
