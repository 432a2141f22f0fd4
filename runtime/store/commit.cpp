#include "runtime/store/mirrored.hpp"
#include "runtime/store/parity.hpp"
#include "runtime/store/store.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace closeranks::store {

Problem Store::commit(long long stamp) {
    if (const Problem all = prepare(stamp); all != Problem::none) return all;
    return complete();
}

/// All ranks are in the checkpoint from here to complete(), or to abandon().
Problem Store::begin(long long stamp) {
    if (const Problem all = prepare(stamp); all != Problem::none) return all;
    under_way_->made.front()->start();
    return Problem::none;
}

Problem Store::prepare(long long stamp) {
    abandon(); // a checkpoint that was not completed
    if (const Problem all = meet_again(); all != Problem::none) return all;
    // From here on the same ranks are missing at all ranks.
    if (!is_same_everywhere({stamp}))
        return note(Problem::argument, "the ranks give different stamps");
    if (stamp < 0 || stamp <= newest())
        return note(Problem::argument, "stamp " + std::to_string(stamp) + " is not greater than " +
                                           std::to_string(newest()));
    if (const Problem deaths = tell_of_deaths(); deaths != Problem::none) return deaths;
    UnderWay next;
    next.in_files = !where_.directory.empty() && since_files() + 1 >= where_.every;
    next.recoveries = recoveries_;
    next.made.emplace_back(make(stamp, next.in_files ? 0 : since_files() + 1, known_, hosts_));
    next.problem = offer(*next.made.front());
    under_way_ = std::move(next);
    return Problem::none;
}

/// Ranks that were recovered since then know nothing of the checkpoint, which belongs to an earlier
/// communicator.
Problem Store::complete() {
    if (under_way_ && under_way_->recoveries != recoveries()) abandon();
    if (const Problem all = meet_again(); all != Problem::none) return all;
    if (!is_same_everywhere({under_way_ ? 1 : 0}) || !under_way_)
        return note(Problem::argument, "no checkpoint is under way at all ranks");
    UnderWay next = std::move(*under_way_);
    under_way_.reset();
    const Problem all = settle_all(next);
    if (all == Problem::lost) known_ = living(); // the result tells the program of the loss
    if (all != Problem::none) {
        if (next.in_files) remove_files(next.made.front()->stamp(), size_);
        return all;
    }
    in_memory_.splice(in_memory_.begin(), next.made);
    if (in_memory_.size() > static_cast<std::size_t>(where_.depth)) in_memory_.pop_back();
    return Problem::none;
}

/// Decides whether the checkpoint counts.
Problem Store::settle_all(UnderWay &under_way) {
    Checkpoint &next = *under_way.made.front();
    Problem mine = keep(next, under_way.problem);
    if (under_way.in_files && mine == Problem::none)
        if (std::string why = directory_.write(rank_, next.stamp(), next.image(rank_));
            !why.empty())
            mine = note(Problem::file, why);
    Problem all = settle(mine);
    if (all == Problem::none) all = find_lost(next);
    if (all == Problem::none && under_way.in_files) all = write_for_the_dead(next);
    if (all == Problem::none && under_way.in_files) all = commit_files(with(next.stamp()));
    return all;
}

/// All ranks abandon at the same place, and wait for messages on their way. If ranks were recovered
/// since, some messages may never arrive, and their memory is kept as long as they may.
void Store::abandon() {
    if (under_way_ && under_way_->recoveries == recoveries())
        static_cast<void>(keep(*under_way_->made.front(), Problem::none));
    else if (under_way_)
        given_up_.splice(given_up_.end(), under_way_->made);
    under_way_.reset();
    given_up_.remove_if([](const auto &one) { return one->is_over(); });
}

/// A checkpoint would replace the last one that has the data of the failed ranks.
Problem Store::tell_of_deaths() {
    std::vector<int> alive = living();
    if (alive == known_) return Problem::none;
    known_ = std::move(alive);
    std::string names;
    for (const int rank : missing())
        names += (names.empty() ? "" : ", ") + std::to_string(rank);
    return note(Problem::lost,
                "ranks have died since the checkpoint before; now missing: " + names);
}

std::unique_ptr<Checkpoint> Store::make(long long stamp, int since_files,
                                        const std::vector<int> &stored,
                                        std::span<const std::uint64_t> hosts) const {
    if (where_.group > 0)
        return std::make_unique<WithParity>(stamp, since_files, stored, hosts, where_.group);
    return std::make_unique<Mirrored>(stamp, since_files, stored, hosts, where_.copies);
}

Problem Store::no_room() {
    return note(Problem::memory, "there is no memory for a checkpoint of " +
                                     std::to_string(needed()) +
                                     " bytes (its own data, and as much as is kept for others)");
}

/// A rank without room for its own data sends none, but takes part, because other ranks wait.
Problem Store::offer(Checkpoint &next) {
    Problem problem = Problem::none;
    Image own;
    try {
        problem = pack(own);
    } catch (const std::exception &) { // no memory, or more than any vector can have
        problem = no_room();
    }
    next.offer(std::move(own), ranks_);
    return problem;
}

Problem Store::keep(Checkpoint &next, Problem problem) {
    try {
        if (!next.keep()) problem = note(Problem::lost, "a rank died while it sent its part");
    } catch (const std::bad_alloc &) {
        problem = no_room();
    }
    return problem;
}

/// Returns a problem when a rank has failed meanwhile, and no rank has its data.
Problem Store::find_lost(const Checkpoint &next) {
    const std::vector<int> alive = living();
    for (const int rank : next.stored())
        if (next.source_of(rank, alive) < 0) return note(Problem::lost, next.why_lost(rank, alive));
    return Problem::none;
}

/// A rank that failed meanwhile may have no file: the rank that has its data writes it. A rank that
/// failed later has settled its own file before.
Problem Store::write_for_the_dead(Checkpoint &next) {
    std::vector<int> seen = next.stored();
    for (std::vector<int> alive = living(); alive != seen; alive = living()) {
        if (const Problem all = bring_back(next, next.stored(), alive); all != Problem::none)
            return all;
        Problem mine = Problem::none;
        for (const int rank : next.stored()) {
            const int source = next.source_of(rank, alive);
            if (source < 0) return note(Problem::lost, next.why_lost(rank, alive));
            if (source != rank_ || source == rank) continue;
            std::string why = directory_.write(rank, next.stamp(), next.image(rank));
            if (!why.empty()) mine = note(Problem::file, why);
        }
        seen = std::move(alive);
        if (const Problem worst = settle(mine); worst != Problem::none) return worst;
    }
    return Problem::none;
}

int Store::since_files() const noexcept {
    return in_memory_.empty() ? 0 : in_memory_.front()->since_files();
}

/// The contents of the files when `stamp` is in them.
Store::InFiles Store::with(long long stamp) const {
    InFiles next{Directory::Committed{.stamp = stamp, .ranks = size_, .missing = missing()}};
    next.insert(next.end(), in_files_.begin(), in_files_.end());
    next.resize(std::min(next.size(), static_cast<std::size_t>(where_.depth_in_files)));
    return next;
}

/// One rank writes the stamps that count; if it fails meanwhile, the next rank repeats that.
Problem Store::commit_files(InFiles next) {
    enum : int { nobody, done, failed };
    int result = nobody;
    Problem problem = Problem::none;
    while (result == nobody) {
        int mine = nobody;
        if (living().front() == rank_) {
            std::string why = directory_.commit(next);
            mine = why.empty() ? done : failed;
            if (!why.empty()) problem = note(Problem::file, why);
        }
        MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_MAX, comm_);
    }
    if (result == failed) return settle(problem);
    std::swap(in_files_, next);
    remove_old_files(next);
    return Problem::none;
}

void Store::remove_old_files(const InFiles &old) const {
    for (const Directory::Committed &one : old)
        if (in_files(one.stamp) == nullptr) remove_files(one.stamp, one.ranks);
}

/// Each rank removes its own file, and the first rank those of ranks that are not here.
void Store::remove_files(long long stamp, int ranks) const {
    directory_.remove(rank_, stamp);
    const std::vector<int> alive = living();
    if (alive.front() != rank_) return;
    for (int rank = 0; rank < ranks; ++rank)
        if (!std::binary_search(alive.begin(), alive.end(), rank)) directory_.remove(rank, stamp);
}

/// In files first: should all ranks fail meanwhile, the next job continues from the checkpoint to
/// which this one went back.
template <typename Is> Problem Store::forget_those(long long stamp, Is is_one) {
    if (const Problem all = meet_again(); all != Problem::none) return all;
    if (!is_same_everywhere({stamp}))
        return note(Problem::argument, "the ranks give different stamps");
    if (in_memory(stamp) == nullptr && in_files(stamp) == nullptr) return no_checkpoint(stamp);
    InFiles rest = in_files_;
    if (std::erase_if(rest, [&](const auto &one) { return is_one(one.stamp); }) > 0)
        if (const Problem all = commit_files(rest); all != Problem::none) return all;
    std::erase_if(in_memory_, [&](const auto &one) { return is_one(one->stamp()); });
    explanation_.clear();
    return Problem::none;
}

Problem Store::forget(long long newer_than) {
    return forget_those(newer_than, [=](long long stamp) { return stamp > newer_than; });
}

Problem Store::drop(long long stamp) {
    const long long one = stamp == CLOSERANKS_NEWEST ? newest() : stamp;
    return forget_those(one, [=](long long other) { return other == one; });
}

} // namespace closeranks::store
