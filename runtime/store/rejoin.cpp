// The part of the store for recovered ranks (docs/reference/spares.md).

#include "runtime/store/store.hpp"

#include <closeranks.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace closeranks::store {

namespace {

using Numbers = std::vector<long long>;

/// Sends `numbers` from the rank `root` to all. False: `root` has failed, and no rank has them.
[[nodiscard]] bool share(Numbers &numbers, int root, MPI_Comm comm) {
    auto count = static_cast<int>(numbers.size());
    if (MPI_Bcast(&count, 1, MPI_INT, root, comm) != MPI_SUCCESS) return false;
    numbers.resize(static_cast<std::size_t>(count));
    return MPI_Bcast(numbers.data(), count, MPI_LONG_LONG, root, comm) == MPI_SUCCESS;
}

long long take(std::span<const long long> &numbers) {
    const long long first = numbers.front();
    numbers = numbers.subspan(1);
    return first;
}

} // namespace

bool is_returning() {
    int flag = 0;
    closeranks_returning(&flag);
    return flag != 0;
}

/// The number of recoveries so far; the same at all ranks between two collectives.
int recoveries() {
    int count = 0;
    closeranks_recoveries(&count);
    return count;
}

/// Does nothing unless ranks were recovered since the call before. The ranks at the resume point
/// are known then. If a rank fails meanwhile, the program is told, and all ranks call this again.
/// The program is told first of ranks that have failed since the call before and were not
/// recovered. They may still be recovered, and then need their data.
Problem Store::meet_again() {
    if (recoveries_ == recoveries()) return Problem::none;
    enum : int { gone, empty, whole, misses_somebody };
    const std::vector<int> before = std::exchange(known_, living());
    const std::vector<std::uint64_t> hosts = gather_hosts();
    std::vector<int> states(static_cast<std::size_t>(size_), gone);
    int mine = is_whole_ ? whole : empty;
    if (is_whole_ && !std::includes(known_.begin(), known_.end(), before.begin(), before.end()))
        mine = misses_somebody;
    MPI_Allgather(&mine, 1, MPI_INT, states.data(), 1, MPI_INT, comm_);
    empty_.clear();
    for (const int rank : known_) {
        const int state = states[static_cast<std::size_t>(rank)];
        if (state == empty) empty_.push_back(rank);
        if (state == misses_somebody)
            return note(Problem::lost, "more ranks have died before the lost ranks were recovered");
    }
    if (const Problem all = empty_ == known_ ? begin_anew() : tell_the_empty();
        all != Problem::none)
        return all;
    if (const Problem all = fill_all(hosts); all != Problem::none) return all;
    // From here on all ranks have everything, by `hosts`: a rank that has failed since counts as
    // one that fails later.
    hosts_ = hosts;
    empty_.clear();
    is_whole_ = true;
    recoveries_ = recoveries();
    return tell_of_deaths();
}

/// The contents stay until all ranks have them again: after a problem the program may move once
/// more, to yet another communicator.
Problem Store::move_to(MPI_Comm comm) {
    if (comm != comm_) {
        MPI_Comm_free(&comm_);
        use(comm);
        if (under_way_) under_way_->recoveries = -1; // not all processes here are in it
    }
    recoveries_ = -1;
    int empty = is_whole_ ? 0 : 1;
    int all_empty = empty;
    MPI_Allreduce(&empty, &all_empty, 1, MPI_INT, MPI_MIN, comm_);
    if (all_empty == 0 && living().size() < hosts_.size())
        return note(Problem::lost, "ranks have died on the way to the new communicator");
    if (all_empty == 0) return meet_again();
    is_whole_ = true;
    recoveries_ = recoveries();
    hosts_ = gather_hosts();
    known_ = living();
    return open();
}

/// The ranks that live and have their data.
std::vector<int> Store::having() const {
    std::vector<int> some = living();
    std::erase_if(some,
                  [&](int rank) { return std::binary_search(empty_.begin(), empty_.end(), rank); });
    return some;
}

/// Called when no rank has a checkpoint in memory any more.
Problem Store::begin_anew() {
    in_memory_.clear();
    return settle(read_directory());
}

/// A rank that has the checkpoints sends their descriptions to the recovered ranks.
Problem Store::tell_the_empty() {
    const std::vector<int> teller = having();
    if (teller.empty()) return note(Problem::lost, "the last rank with a checkpoint has died");
    Numbers told;
    if (teller.front() == rank_) told = describe();
    if (!share(told, teller.front(), comm_))
        return note(Problem::lost, "the rank that tells which checkpoints there are has died");
    if (is_whole_) return settle(Problem::none);
    learn(told);
    return settle(read_directory());
}

Problem Store::read_directory() {
    if (where_.directory.empty()) return Problem::none;
    std::string why = directory_.committed(in_files_);
    return why.empty() ? Problem::none : note(Problem::file, why);
}

/// The round, the first hosts of all ranks, and for each checkpoint its stamp and the ranks that
/// have stored in it.
Numbers Store::describe() const {
    Numbers told{static_cast<long long>(ranks_.round)};
    for (const std::uint64_t host : hosts_)
        told.push_back(static_cast<long long>(host));
    for (const auto &one : in_memory_) {
        told.insert(told.end(), {one->stamp(), one->since_files(),
                                 static_cast<long long>(one->stored().size())});
        told.insert(told.end(), one->stored().begin(), one->stored().end());
    }
    return told;
}

void Store::learn(const Numbers &told) {
    std::span<const long long> rest(told);
    ranks_.round = static_cast<std::uint64_t>(take(rest));
    for (std::uint64_t &host : hosts_)
        host = static_cast<std::uint64_t>(take(rest));
    in_memory_.clear();
    while (!rest.empty()) {
        const long long stamp = take(rest);
        const auto since = static_cast<int>(take(rest));
        const auto count = static_cast<std::size_t>(take(rest));
        const std::vector<int> stored(rest.begin(), rest.begin() + static_cast<long>(count));
        rest = rest.subspan(count);
        in_memory_.push_back(make(stamp, since, stored, hosts_));
    }
}

/// Completes all checkpoints again, except those in which data of a rank is lost. A problem leaves
/// all unchanged.
Problem Store::fill_all(std::span<const std::uint64_t> hosts) {
    InMemory whole;
    for (const auto &one : in_memory_) {
        std::unique_ptr<Checkpoint> fresh;
        const Problem all = fill(*one, hosts, fresh);
        if (all == Problem::none)
            whole.push_back(std::move(fresh));
        else if (all != Problem::lost || living() != known_)
            return all;
    }
    in_memory_.swap(whole);
    return Problem::none;
}

/// Gives recovered ranks their data in `old`, and protects the data of all ranks anew in `fresh`.
Problem Store::fill(Checkpoint &old, std::span<const std::uint64_t> hosts,
                    std::unique_ptr<Checkpoint> &fresh) {
    std::vector<int> wants(static_cast<std::size_t>(size_), MPI_PROC_NULL);
    for (const int rank : empty_)
        if (old.has_stored(rank)) wants[static_cast<std::size_t>(rank)] = rank;
    old.forget_rebuilt();
    const auto all_of_it = [](const Image &whole, int) { return whole; };
    Image own;
    Problem mine = find_in_memory(old, wants, all_of_it, own);
    if (const Problem all = settle(mine); all != Problem::none) return all;
    fresh = make(old.stamp(), old.since_files(), known_, hosts);
    try {
        if (is_whole_) own = old.image(rank_);
    } catch (const std::bad_alloc &) { // other ranks wait for the data that it sends
        mine = note(Problem::memory, "there is no memory to protect a checkpoint anew");
    }
    fresh->offer(std::move(own), ranks_);
    if (const Problem all = settle(keep(*fresh, mine)); all != Problem::none) return all;
    return find_lost(*fresh);
}

} // namespace closeranks::store
