#include "runtime/store/groups.hpp"

#include <algorithm>
#include <limits>

namespace closeranks::store {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

std::size_t how_many(std::size_t ranks, std::size_t size) {
    return std::max<std::size_t>(1, std::min((ranks + size - 1) / size, ranks / 2));
}

} // namespace

/// Ranks are dealt out to the groups host by host, in turns. So ranks of one host, which follow
/// each other, go to different groups as long as there are some.
Groups::Groups(std::span<const int> living, std::span<const std::uint64_t> hosts, int size)
    : groups_(how_many(living.size(), static_cast<std::size_t>(size))), group_(hosts.size(), none) {
    std::vector<int> by_host(living.begin(), living.end());
    std::stable_sort(by_host.begin(), by_host.end(), [&](int one, int other) {
        return hosts[static_cast<std::size_t>(one)] < hosts[static_cast<std::size_t>(other)];
    });
    for (std::size_t i = 0; i < by_host.size(); ++i) {
        const std::size_t group = i % groups_.size();
        groups_[group].push_back(by_host[i]);
        group_[static_cast<std::size_t>(by_host[i])] = group;
    }
}

std::span<const int> Groups::group_of(int rank) const noexcept {
    if (rank < 0 || static_cast<std::size_t>(rank) >= group_.size()) return {};
    const std::size_t group = group_[static_cast<std::size_t>(rank)];
    return group == none ? std::span<const int>() : std::span<const int>(groups_[group]);
}

} // namespace closeranks::store
