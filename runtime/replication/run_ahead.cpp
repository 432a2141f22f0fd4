#include "runtime/replication/run_ahead.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>

namespace closeranks::replication {

SharedRunAhead::SharedRunAhead(std::span<std::byte> memory) noexcept
    : words_(reinterpret_cast<Words *>(memory.data())) {}

bool SharedRunAhead::try_to_end(std::uint64_t call) noexcept {
    const auto is_before = [&] { // most waiting ends here, without a word to the leader
        return words_->is_held.load(std::memory_order_acquire) && ended_by_leader() < call;
    };
    if (is_before()) return false;
    words_->by_twin.store(call, std::memory_order_seq_cst);
    if (!words_->is_held.load(std::memory_order_seq_cst) || ended_by_leader() >= call) return true;
    words_->by_twin.store(call - 1, std::memory_order_release); // held just now
    return false;
}

void SentRunAhead::take(Word word, std::uint64_t calls) {
    if (word == Word::is_held) {
        --unanswered_;
        by_twin_ = calls;
        return;
    }
    by_leader_ = std::max(by_leader_, calls);
    if (word == Word::hold) send_(Word::is_held, by_twin_);
    if (word != Word::ended) is_held_ = word == Word::hold;
}

void SentRunAhead::hold() {
    ++unanswered_;
    send_(Word::hold, by_leader_);
}

std::optional<std::uint64_t> SentRunAhead::ended_by_twin() const noexcept {
    if (unanswered_ != 0) return std::nullopt;
    return by_twin_;
}

void SentRunAhead::end(std::uint64_t call, bool is_holding) {
    by_leader_ = call;
    if (!is_holding) return;
    told_ = call;
    send_(Word::ended, call);
}

void SentRunAhead::progress() {
    constexpr std::chrono::microseconds pause(200);
    if (told_ == by_leader_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < told_at_ + pause) return;
    told_at_ = now;
    told_ = by_leader_;
    send_(Word::ended, told_);
}

bool SentRunAhead::try_to_end(std::uint64_t call) noexcept {
    if (is_held_ && by_leader_ < call) return false;
    by_twin_ = call;
    return true;
}

RunAhead &run_ahead() noexcept {
    static NeverDestroyed<RunAhead> one;
    return one.value;
}

void RunAhead::send(SentRunAhead::Word word, std::uint64_t calls) {
    decisions().tell_run_ahead(static_cast<std::int64_t>(word), calls);
}

void RunAhead::begin() {
    shared_ = SharedRunAhead(decisions().share(SharedRunAhead::bytes));
    decisions().on_run_ahead([](std::int64_t word, std::uint64_t calls) {
        run_ahead().sent_.take(static_cast<SentRunAhead::Word>(word), calls);
    });
}

bool RunAhead::may_serve(std::uint64_t call) {
    if (!world().my_other()) return true;
    quiet_ = 0;
    if (!is_holding_) {
        is_holding_ = true;
        if (shared_)
            shared_.hold();
        else
            sent_.hold();
    }
    return (shared_ ? shared_.ended_by_twin() : sent_.ended_by_twin().value_or(call)) < call;
}

void RunAhead::leader_ends(std::uint64_t call) {
    constexpr std::uint64_t many = 64; // calls in a row without a request
    if (!world().my_other()) return;
    if (shared_)
        shared_.end(call);
    else
        sent_.end(call, is_holding_);
    if (!is_holding_ || ++quiet_ <= many) return;
    is_holding_ = false;
    if (shared_)
        shared_.free();
    else
        sent_.free();
}

bool RunAhead::twin_ends(std::uint64_t call) {
    return shared_ ? shared_.try_to_end(call) : sent_.try_to_end(call);
}

std::uint64_t RunAhead::ended_by_leader() const noexcept {
    return shared_ ? shared_.ended_by_leader() : sent_.ended_by_leader();
}

void RunAhead::progress() {
    if (!shared_ && i_lead() && world().my_other()) sent_.progress();
}

} // namespace closeranks::replication
