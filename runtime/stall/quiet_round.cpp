#include "runtime/stall/quiet_round.hpp"

#include <utility>

namespace closeranks::stall {

QuietRound::QuietRound(Send send, int rank, int size) : send_(std::move(send)), rank_(rank) {
    for (int below = rank * branches + 1; below <= (rank + 1) * branches && below < size; ++below)
        below_.push_back(below);
}

bool QuietRound::take(const Note &message) {
    switch (message.kind) {
    case Note::ask:
        begin(message.yes ? Question::still_waits : Question::waits, message.wave);
        return false;
    case Note::quiet:
        if (message.wave != round_) return false;
        ++answered_;
        all_ = all_ && message.yes;
        return false;
    case Note::alarm:
        send_down(Note::alarm);
        return true;
    default:
        return false;
    }
}

void QuietRound::begin(Question question, std::uint64_t round) {
    round_ = round;
    open_ = question;
    answered_ = 0;
    all_ = true;
    send_down(Note::ask);
}

bool QuietRound::wants_to_know() const noexcept {
    if (open_ == Question::none) return rank_ == 0;
    return open_ == Question::waits && answered_ == below_.size();
}

void QuietRound::waits(std::uint64_t steps) {
    if (open_ == Question::none) return begin(Question::waits, round_ + 1);
    steps_ = steps;
    if (rank_ == 0) return begin(Question::still_waits, round_ + 1);
    open_ = Question::none;
    send_((rank_ - 1) / branches, {.kind = Note::quiet, .wave = round_, .yes = true});
}

bool QuietRound::turn(std::uint64_t steps) {
    if (open_ != Question::still_waits || answered_ != below_.size()) return false;
    open_ = Question::none;
    const bool yes = all_ && steps == steps_;
    if (rank_ != 0)
        send_((rank_ - 1) / branches, {.kind = Note::quiet, .wave = round_, .yes = yes});
    if (rank_ != 0 || !yes) return false;
    send_down(Note::alarm);
    return true;
}

void QuietRound::send_down(Note::Kind kind) {
    for (const int to : below_)
        send_(to, {.kind = kind, .wave = round_, .yes = open_ == Question::still_waits});
}

} // namespace closeranks::stall
