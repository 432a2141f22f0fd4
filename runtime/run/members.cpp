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

std::vector<ProcessId> processes_of(MPI_Comm comm) {
    Group everyone;
    Group members;
    int count = 0;
    if (real.Comm_group(MPI_COMM_WORLD, everyone.out()) != MPI_SUCCESS ||
        real.Comm_group(comm, members.out()) != MPI_SUCCESS ||
        real.Group_size(members.get(), &count) != MPI_SUCCESS || count == 0)
        return {};
    std::vector<int> places(static_cast<std::size_t>(count));
    std::vector<int> numbers(places.size(), MPI_UNDEFINED);
    std::iota(places.begin(), places.end(), 0);
    static_cast<void>(real.Group_translate_ranks(members.get(), count, places.data(),
                                                 everyone.get(), numbers.data()));
    std::vector<ProcessId> processes;
    for (const int number : numbers)
        processes.push_back(ProcessId{number});
    return processes;
}

std::vector<ProcessId> with_spares(std::vector<ProcessId> by_rank,
                                   std::span<const ProcessId> living,
                                   std::span<const std::string> hosts) {
    const std::set<ProcessId> before(by_rank.begin(), by_rank.end());
    const std::set<ProcessId> alive(living.begin(), living.end());
    const auto host_of = [&](ProcessId process) -> const std::string & {
        return hosts[static_cast<std::size_t>(number_of(process))];
    };
    std::vector<std::size_t> missing;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank)
        if (!alive.contains(by_rank[rank])) missing.push_back(rank);
    for (const ProcessId process : living) {
        if (missing.empty()) break;
        if (before.contains(process)) continue;
        const auto elsewhere = std::find_if(missing.begin(), missing.end(), [&](std::size_t rank) {
            return host_of(by_rank[rank]) != host_of(process);
        });
        const auto chosen = elsewhere != missing.end() ? elsewhere : missing.begin();
        by_rank[*chosen] = process;
        missing.erase(chosen);
    }
    return by_rank;
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

void Members::begin(bool is_protected, int spares) {
    int own = 0;
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &own));
    static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &processes_));
    self_ = ProcessId{own};
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

void Members::assign(std::vector<ProcessId> by_rank) {
    by_rank_ = std::move(by_rank);
    is_plain_ = by_rank_ == in_order(processes_);
    const auto found = std::find(by_rank_.begin(), by_rank_.end(), self_);
    rank_ = found == by_rank_.end() ? MPI_UNDEFINED : static_cast<int>(found - by_rank_.begin());
    std::vector<int> numbers;
    for (const ProcessId process : by_rank_)
        numbers.push_back(number_of(process));
    Group everyone;
    static_cast<void>(real.Comm_group(MPI_COMM_WORLD, everyone.out()));
    static_cast<void>(real.Group_incl(everyone.get(), size_, numbers.data(), leaders_.out()));
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
    int count = 0;
    if (real.Group_size(group, &count) != MPI_SUCCESS || count == 0) return {};
    std::vector<int> places(static_cast<std::size_t>(count));
    std::vector<int> ranks(places.size(), MPI_UNDEFINED);
    std::iota(places.begin(), places.end(), 0);
    if (real.Group_translate_ranks(group, count, places.data(), leaders_.get(), ranks.data()) !=
        MPI_SUCCESS)
        return {};
    return ranks;
}

std::vector<int> Members::ranks_of(MPI_Comm comm) const {
    Group members;
    if (real.Comm_group(comm, members.out()) != MPI_SUCCESS) return {};
    return ranks_of(members.get());
}

} // namespace closeranks
