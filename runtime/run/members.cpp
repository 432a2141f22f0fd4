#include "runtime/run/members.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>
#include <set>

namespace closeranks {

namespace {

std::vector<ProcessId> in_order(int count) {
    std::vector<ProcessId> processes;
    for (int number = 0; number < count; ++number)
        processes.push_back(ProcessId{number});
    return processes;
}

/// For tests. Spawned processes are as they are: parents and children would have to tell each
/// other.
std::optional<unsigned long> number_in_test(const char *variable) {
    const char *const text = is_spawned() ? nullptr : secure_getenv(variable);
    if (text == nullptr) return std::nullopt;
    return std::strtoul(text, nullptr, 10);
}

} // namespace

Members &members() noexcept {
    static NeverDestroyed<Members> of_this_process;
    return of_this_process.value;
}

std::vector<ProcessId> with_spares(std::vector<ProcessId> by_rank,
                                   std::span<const ProcessId> living,
                                   std::span<const std::string> hosts, ProcessId first_started,
                                   const Bound &bound) {
    const std::set<ProcessId> before(by_rank.begin(), by_rank.end());
    const std::set<ProcessId> alive(living.begin(), living.end());
    const auto host_of = [&](ProcessId process) -> const std::string & {
        return hosts[static_cast<std::size_t>(number_of(process))];
    };
    std::vector<int> missing;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank)
        if (!alive.contains(by_rank[rank])) missing.push_back(static_cast<int>(rank));
    std::vector<ProcessId> spares;
    for (const ProcessId process : living)
        if (!before.contains(process)) spares.push_back(process);

    const auto place_where = [&](auto fits) {
        std::erase_if(spares, [&](ProcessId spare) {
            const auto chosen = std::find_if(missing.begin(), missing.end(),
                                             [&](int rank) { return fits(spare, rank); });
            if (chosen == missing.end()) return false;
            by_rank[static_cast<std::size_t>(*chosen)] = spare;
            missing.erase(chosen);
            return true;
        });
    };
    const auto is_free = [&](ProcessId, int rank) { return !bound.contains(rank); };
    place_where([&](ProcessId spare, int rank) {
        const auto found = bound.find(rank);
        return found != bound.end() && found->second == host_of(spare);
    });
    place_where([&](ProcessId spare, int rank) {
        const bool was_here = host_of(by_rank[static_cast<std::size_t>(rank)]) == host_of(spare);
        return is_free(spare, rank) && was_here == (spare >= first_started);
    });
    place_where(is_free);
    place_where([](ProcessId, int) { return true; });
    return by_rank;
}

Bound hosts_for_missing(std::span<const ProcessId> by_rank, std::span<const ProcessId> living,
                        std::span<const std::string> hosts, const Bound &bound) {
    const std::set<ProcessId> alive(living.begin(), living.end());
    std::map<std::string, int> ranks_on; // hosts where ranks live, with those that are to come
    for (const ProcessId process : by_rank)
        if (alive.contains(process))
            ++ranks_on[hosts[static_cast<std::size_t>(number_of(process))]];
    Bound chosen;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        if (alive.contains(by_rank[rank])) continue;
        const auto found = bound.find(static_cast<int>(rank));
        std::string host = hosts[static_cast<std::size_t>(number_of(by_rank[rank]))];
        if (found != bound.end())
            host = found->second;
        else if (!ranks_on.contains(host))
            host =
                std::ranges::min_element(ranks_on, {}, [](auto &one) { return one.second; })->first;
        ++ranks_on[host];
        chosen[static_cast<int>(rank)] = std::move(host);
    }
    return chosen;
}

std::vector<Replacement> replacements(const std::vector<ProcessId> &before,
                                      const std::vector<ProcessId> &now) {
    std::vector<Replacement> result;
    for (std::size_t rank = 0; rank < now.size(); ++rank)
        if (before[rank] != now[rank])
            result.push_back({static_cast<int>(rank), before[rank], now[rank]});
    return result;
}

std::vector<ProcessId> permuted_processes(int count, unsigned long seed) {
    std::vector<ProcessId> processes = in_order(count);
    std::mt19937_64 random(seed);
    std::shuffle(processes.begin(), processes.end(), random);
    if (count > 1 && processes == in_order(count))
        std::rotate(processes.begin(), processes.begin() + 1, processes.end());
    return processes;
}

namespace {

/// The ranks in `to` of all of `from`, in their order.
std::vector<int> translate(MPI_Group from, MPI_Group to) {
    int count = 0;
    if (real.Group_size(from, &count) != MPI_SUCCESS || count == 0) return {};
    std::vector<int> places(static_cast<std::size_t>(count));
    std::vector<int> translated(places.size(), MPI_UNDEFINED);
    std::iota(places.begin(), places.end(), 0);
    if (real.Group_translate_ranks(from, count, places.data(), to, translated.data()) !=
        MPI_SUCCESS)
        return {};
    return translated;
}

} // namespace

void Members::begin(bool is_protected, int spares) {
    int own = 0;
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &own));
    static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &processes_));
    first_started_ = ProcessId{processes_};
    self_ = ProcessId{own};
    known_ = group_of(MPI_COMM_WORLD);
    in_known_ = in_order(processes_);
    const auto seed = is_protected ? number_in_test("CLOSERANKS_TEST_PERMUTE") : std::nullopt;
    std::vector<ProcessId> by_rank =
        seed ? permuted_processes(processes_, *seed) : in_order(processes_);
    // Spawned processes have none; and a rank alone would have nobody who calls a spare.
    constexpr int fewest_ranks = 2;
    const int most = is_protected && !is_spawned() ? std::max(processes_ - fewest_ranks, 0) : 0;
    by_rank.resize(by_rank.size() - static_cast<std::size_t>(std::min(spares, most)));
    size_ = static_cast<int>(by_rank.size());
    first_by_rank_ = by_rank;
    assign(std::move(by_rank));
}

void Members::end() noexcept {
    leaders_.reset();
    known_.reset();
    everybody_.reset();
}

Members::Standing Members::standing_among(MPI_Comm living) const {
    return {processes_, first_started_, by_rank_, first_by_rank_, processes_of(living)};
}

void Members::join(Comm everybody, Standing standing) {
    int own = 0;
    int size = 0;
    static_cast<void>(real.Comm_rank(everybody.get(), &own));
    static_cast<void>(real.Comm_size(everybody.get(), &size));
    processes_ = standing.processes;
    first_started_ = standing.first_started;
    in_known_ = std::move(standing.living);
    while (in_known_.size() < static_cast<std::size_t>(size))
        in_known_.push_back(ProcessId{processes_++});
    self_ = in_known_[static_cast<std::size_t>(own)];
    known_ = group_of(everybody.get());
    everybody_ = std::move(everybody);
    size_ = static_cast<int>(standing.by_rank.size());
    first_by_rank_ = std::move(standing.first_by_rank);
    by_rank_.clear(); // begin() has numbered those that were started with this one
    assign(std::move(standing.by_rank));
}

Comm Members::extend(Comm everybody, int count) {
    Group more;
    static_cast<void>(real.Group_union(known_.get(), group_of(everybody.get()).get(), more.out()));
    known_ = std::move(more);
    for (int i = 0; i < count; ++i)
        in_known_.push_back(ProcessId{processes_++});
    is_plain_ = false;
    return std::exchange(everybody_, std::move(everybody));
}

int Members::place_of(ProcessId process) const noexcept {
    const auto found = std::lower_bound(in_known_.begin(), in_known_.end(), process);
    return found != in_known_.end() && *found == process
               ? static_cast<int>(found - in_known_.begin())
               : MPI_UNDEFINED;
}

void Members::assign(std::vector<ProcessId> by_rank) {
    if (!by_rank_.empty())
        for (const Replacement &one : replacements(by_rank_, by_rank))
            former_[one.before] = one.rank;
    by_rank_ = std::move(by_rank);
    is_plain_ = by_rank_ == in_order(processes_);
    const auto found = std::find(by_rank_.begin(), by_rank_.end(), self_);
    rank_ = found == by_rank_.end() ? MPI_UNDEFINED : static_cast<int>(found - by_rank_.begin());
    std::vector<int> places;
    for (const ProcessId process : by_rank_)
        places.push_back(place_of(process));
    leaders_.reset();
    if (std::find(places.begin(), places.end(), MPI_UNDEFINED) == places.end())
        static_cast<void>(real.Group_incl(known_.get(), size_, places.data(), leaders_.out()));
}

std::vector<ProcessId> Members::processes_of(MPI_Comm comm) const {
    std::vector<ProcessId> processes;
    for (const int place : translate(group_of(comm).get(), known_.get()))
        processes.push_back(in_known_[static_cast<std::size_t>(place)]);
    return processes;
}

std::vector<ProcessId> Members::spares_in(MPI_Comm comm) const {
    std::vector<ProcessId> spares = processes_of(comm);
    std::erase_if(spares, [&](ProcessId process) {
        return std::find(by_rank_.begin(), by_rank_.end(), process) != by_rank_.end();
    });
    return spares;
}

Group Members::copy_of_group() const noexcept {
    Group copy;
    static_cast<void>(real.Group_excl(leaders_.get(), 0, nullptr, copy.out()));
    return copy;
}

std::vector<int> Members::ranks_of(MPI_Group group) const {
    return translate(group, leaders_.get());
}

std::vector<int> Members::ranks_of(MPI_Comm comm) const { return ranks_of(group_of(comm).get()); }

std::vector<int> Members::ranks_ever_of(MPI_Group group) const {
    std::vector<int> ranks = is_known() ? ranks_of(group) : std::vector<int>();
    if (former_.empty()) return ranks;
    const std::vector<int> places = translate(group, known_.get());
    ranks.resize(places.size(), MPI_UNDEFINED);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] != MPI_UNDEFINED || places[i] == MPI_UNDEFINED) continue;
        const auto found = former_.find(in_known_[static_cast<std::size_t>(places[i])]);
        if (found != former_.end()) ranks[i] = found->second;
    }
    return ranks;
}

} // namespace closeranks
