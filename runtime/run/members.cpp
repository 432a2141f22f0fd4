#include "runtime/run/members.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>

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

std::vector<ProcessId> permuted_processes(int count, unsigned long seed) {
    std::vector<ProcessId> processes = in_order(count);
    std::mt19937_64 random(seed);
    std::shuffle(processes.begin(), processes.end(), random);
    if (count > 1 && processes == in_order(count))
        std::rotate(processes.begin(), processes.begin() + 1, processes.end());
    return processes;
}

void Members::begin(bool is_protected) {
    int own = 0;
    static_cast<void>(real.Comm_rank(MPI_COMM_WORLD, &own));
    static_cast<void>(real.Comm_size(MPI_COMM_WORLD, &processes_));
    self_ = ProcessId{own};
    const auto seed = is_protected ? number_in_test("CLOSERANKS_TEST_PERMUTE") : std::nullopt;
    const auto spares = is_protected ? number_in_test("CLOSERANKS_TEST_EXTRA") : std::nullopt;
    by_rank_ = seed ? permuted_processes(processes_, *seed) : in_order(processes_);
    // A rank alone is not protected, and would leave the others waiting.
    constexpr int fewest_ranks = 2;
    const auto most = static_cast<std::size_t>(std::max(processes_ - fewest_ranks, 0));
    by_rank_.resize(by_rank_.size() - std::min<std::size_t>(spares.value_or(0), most));
    size_ = static_cast<int>(by_rank_.size());
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
