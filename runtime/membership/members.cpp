#include "runtime/membership/members.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <cstdlib>
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

/// For tests. Spawned processes keep their order, because parents and children would have to
/// exchange theirs.
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
    std::map<std::string, int> ranks_on; // live ranks on each host, with those to come
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

/// The same members: MPI_Group_dup, which does not exist.
Group copy_of_all(const Group &group) noexcept {
    Group copy;
    if (group) static_cast<void>(real.Group_excl(group.get(), 0, nullptr, copy.out()));
    return copy;
}

int place_in(const std::vector<ProcessId> &rising, ProcessId process) noexcept {
    const auto found = std::lower_bound(rising.begin(), rising.end(), process);
    return found != rising.end() && *found == process ? static_cast<int>(found - rising.begin())
                                                      : MPI_UNDEFINED;
}

bool has_threads() noexcept {
    int level = MPI_THREAD_SINGLE;
    static_cast<void>(real.Query_thread(&level));
    return level == MPI_THREAD_MULTIPLE;
}

} // namespace

void Members::begin(bool is_protected, int spares) {
    is_threaded_ = has_threads();
    int own = 0;
    State state;
    static_cast<void>(real.Comm_rank(own_job(), &own));
    static_cast<void>(real.Comm_size(own_job(), &state.processes));
    first_started_ = ProcessId{state.processes};
    self_ = ProcessId{own};
    state.known = group_of(own_job());
    state.in_known = in_order(state.processes);
    const auto seed = is_protected ? number_in_test("CLOSERANKS_TEST_PERMUTE") : std::nullopt;
    std::vector<ProcessId> by_rank =
        seed ? permuted_processes(state.processes, *seed) : in_order(state.processes);
    // Spawned processes have no spares, and a single rank has no survivor that calls a spare.
    constexpr int fewest_ranks = 2;
    const int most =
        is_protected && !is_spawned() ? std::max(state.processes - fewest_ranks, 0) : 0;
    by_rank.resize(by_rank.size() - static_cast<std::size_t>(std::min(spares, most)));
    size_ = static_cast<int>(by_rank.size());
    first_by_rank_ = by_rank;
    become(std::move(state));
    assign(std::move(by_rank));
}

void Members::end() noexcept {
    now_.replace({}, false);
    everybody_.reset();
}

Members::Standing Members::standing_among(MPI_Comm living) const {
    return {processes(), first_started_, by_rank(), first_by_rank_, processes_of(living)};
}

void Members::join(Comm everybody, Standing standing) {
    int own = 0;
    int size = 0;
    static_cast<void>(real.Comm_rank(everybody.get(), &own));
    static_cast<void>(real.Comm_size(everybody.get(), &size));
    State state; // begin() has numbered the processes that were started with this one
    state.processes = standing.processes;
    state.in_known = std::move(standing.living);
    while (state.in_known.size() < static_cast<std::size_t>(size))
        state.in_known.push_back(ProcessId{state.processes++});
    state.known = group_of(everybody.get());
    state.everybody = everybody.get();
    first_started_ = standing.first_started;
    self_ = state.in_known[static_cast<std::size_t>(own)];
    size_ = static_cast<int>(standing.by_rank.size());
    first_by_rank_ = std::move(standing.first_by_rank);
    become(std::move(state));
    everybody_ = std::move(everybody);
    assign(std::move(standing.by_rank));
}

Members::State Members::copy_of(const State &state) {
    return {.processes = state.processes,
            .is_plain = state.is_plain,
            .by_rank = state.by_rank,
            .former = state.former,
            .leaders = copy_of_all(state.leaders),
            .known = copy_of_all(state.known),
            .in_known = state.in_known,
            .everybody = state.everybody};
}

Comm Members::extend(Comm everybody, int count) {
    State state = copy_of(*now_);
    Group more;
    static_cast<void>(
        real.Group_union(state.known.get(), group_of(everybody.get()).get(), more.out()));
    state.known = std::move(more);
    for (int i = 0; i < count; ++i)
        state.in_known.push_back(ProcessId{state.processes++});
    state.is_plain = false;
    state.everybody = everybody.get();
    become(std::move(state));
    return std::exchange(everybody_, std::move(everybody));
}

Group Members::leaders_in(const State &state) {
    std::vector<int> places;
    for (const ProcessId process : state.by_rank)
        places.push_back(place_in(state.in_known, process));
    Group leaders;
    if (std::find(places.begin(), places.end(), MPI_UNDEFINED) == places.end())
        static_cast<void>(real.Group_incl(state.known.get(), static_cast<int>(places.size()),
                                          places.data(), leaders.out()));
    return leaders;
}

void Members::assign(std::vector<ProcessId> by_rank) {
    State state = copy_of(*now_);
    if (!state.by_rank.empty())
        for (const Replacement &one : replacements(state.by_rank, by_rank))
            state.former[one.before] = one.rank;
    state.by_rank = std::move(by_rank);
    state.is_plain = state.by_rank == in_order(state.processes);
    state.leaders = leaders_in(state);
    const auto found = std::find(state.by_rank.begin(), state.by_rank.end(), self_);
    rank_ = found == state.by_rank.end() ? MPI_UNDEFINED
                                         : static_cast<int>(found - state.by_rank.begin());
    become(std::move(state));
}

std::vector<ProcessId> Members::processes_of(MPI_Group group) const {
    const State &now = *now_;
    std::vector<ProcessId> processes;
    for (const int place : translate_ranks(group, now.known.get()))
        processes.push_back(now.in_known[static_cast<std::size_t>(place)]);
    return processes;
}

std::vector<ProcessId> Members::spares_in(MPI_Comm comm) const {
    std::vector<ProcessId> spares = processes_of(comm);
    std::erase_if(spares, [&stand = by_rank()](ProcessId process) {
        return std::find(stand.begin(), stand.end(), process) != stand.end();
    });
    return spares;
}

Group Members::copy_of_group() const noexcept { return copy_of_all(now_->leaders); }

std::vector<int> Members::ranks_of(MPI_Group group) const {
    return translate_ranks(group, this->group());
}

std::vector<int> Members::ranks_of(MPI_Comm comm) const { return ranks_of(group_of(comm).get()); }

std::vector<int> Members::ranks_ever_of(MPI_Group group) const {
    const State &now = *now_;
    std::vector<int> ranks =
        now.leaders ? translate_ranks(group, now.leaders.get()) : std::vector<int>();
    if (now.former.empty()) return ranks;
    const std::vector<int> places = translate_ranks(group, now.known.get());
    ranks.resize(places.size(), MPI_UNDEFINED);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] != MPI_UNDEFINED || places[i] == MPI_UNDEFINED) continue;
        const auto found = now.former.find(now.in_known[static_cast<std::size_t>(places[i])]);
        if (found != now.former.end()) ranks[i] = found->second;
    }
    return ranks;
}

} // namespace closeranks
