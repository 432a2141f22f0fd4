#include "runtime/membership/lost_ranks.hpp"

#include "runtime/membership/foreign_processes.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/support/ulfm.hpp"

#include <iterator>
#include <mutex>
#include <utility>

namespace closeranks {

std::vector<int> failed_in_world() {
    return failed_ranks(members().everybody(), members().group());
}

void LostRanks::begin(int recoveries) noexcept {
    const std::scoped_lock lock(mutex_);
    recoveries_ = recoveries;
    count_ = 0;
    looked_up_ = 0;
}

std::vector<int> LostRanks::look() noexcept {
    if (!foreign_processes().empty()) {
        // Some of the lost ones may be connected processes, which the count below does not include.
        std::vector<int> failed = foreign_processes().failed();
        const std::vector<int> ours = failed_in_world();
        failed.insert(failed.end(), ours.begin(), ours.end());
        return add(failed);
    }
    // The group of all failed processes only grows: an unchanged size means that there are no new
    // failures.
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(members().everybody(), failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS || count == looked_up_)
        return {};
    std::vector<int> fresh = add(failed_in_world());
    looked_up_ = count;
    return fresh;
}

std::vector<int> LostRanks::add(std::span<const int> ranks) {
    const std::scoped_lock lock(mutex_);
    std::vector<int> fresh;
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(fresh),
                 [&](int rank) { return !contains(rank); });
    std::sort(fresh.begin(), fresh.end());
    reserve(size() + fresh.size());
    std::copy(fresh.begin(), fresh.end(), ranks_.load(std::memory_order_relaxed) + size());
    count_.store(size() + fresh.size(), std::memory_order_release);
    return fresh;
}

void LostRanks::reserve(std::size_t count) {
    if (count <= capacity_) return;
    capacity_ = std::max(count, 2 * capacity_);
    auto room = std::make_unique_for_overwrite<int[]>(capacity_);
    std::copy_n(ranks_.load(std::memory_order_relaxed), size(), room.get());
    ranks_.store(room.get(), std::memory_order_release);
    rooms_.push_back(std::move(room));
}

void LostRanks::recover(std::span<const int> ranks) {
    const std::scoped_lock lock(mutex_);
    const std::span known(ranks_.load(std::memory_order_relaxed), size());
    const auto end = std::remove_if(known.begin(), known.end(), [&](int rank) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    });
    count_.store(static_cast<std::size_t>(end - known.begin()), std::memory_order_release);
    // A process may have failed before it took a place: its rank has to be looked up once more.
    looked_up_ = 0;
    ++recoveries_;
}

} // namespace closeranks
