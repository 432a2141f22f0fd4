#include "runtime/commit/parting.hpp"

#include "runtime/commit/ballot.hpp"

#include <algorithm>
#include <utility>

namespace closeranks {

namespace {

Ballot ballot_of(const Communicator &c) noexcept { return {c.sequence.get(), true}; }

} // namespace

void Partings::add(Communicator &c) noexcept { parting_.push_back({.communicator = &c}); }

/// A member that lags behind votes on the same communicator until it has caught up, and the result
/// is `again`. Then the next vote follows.
bool Partings::has_parted(Parting &parting) noexcept {
    Communicator &c = *parting.communicator;
    if (parting.vote == MPI_REQUEST_NULL) {
        if (c.obstacles.has(Obstacles::tasks) || c.collectives.is_voting() ||
            c.lifetime.has_persistent())
            return false;
        c.collectives.join_vote();
        parting.flag = ballot_of(c).flag();
        if (c.working.start_to_agree(&parting.flag, &parting.vote) != MPI_SUCCESS) return true;
    }
    int done = 0;
    const int code = real.Test(&parting.vote, &done, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && done == 0) return false;
    if (parting.vote != MPI_REQUEST_NULL) static_cast<void>(real.Request_free(&parting.vote));
    return ballot_of(c).verdict(parting.flag, code) != Verdict::again;
}

void Partings::advance() noexcept {
    std::erase_if(parting_, [this](Parting &parting) {
        if (!has_parted(parting)) return false;
        parted_.push_back(parting.communicator);
        return true;
    });
}

bool Partings::has(const Communicator &c) const noexcept {
    return std::any_of(parting_.begin(), parting_.end(),
                       [&](const Parting &parting) { return parting.communicator == &c; });
}

std::vector<Communicator *> Partings::take_parted() noexcept { return std::exchange(parted_, {}); }

} // namespace closeranks
