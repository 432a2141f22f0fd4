#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks::store {

/// Ranks in groups, for parity: the same at all ranks that know the same living.
///
/// The members of a group are on different hosts if no host has more ranks than there are groups.
/// Groups have `size` members, or fewer if that does not come out even, but never one alone.
class Groups {
  public:
    /// Of `living` ranks, in ascending order; `hosts[r]` says where rank r is.
    Groups(std::span<const int> living, std::span<const std::uint64_t> hosts, int size);

    /// The group of rank `rank`, in an order of its own; empty if it was not living.
    [[nodiscard]] std::span<const int> group_of(int rank) const noexcept;

  private:
    std::vector<std::vector<int>> groups_;
    std::vector<std::size_t> group_; ///< by rank: which one, or none
};

} // namespace closeranks::store
