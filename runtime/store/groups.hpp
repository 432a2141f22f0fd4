#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks::store {

/// Groups of ranks, for parity: the same at all ranks that know the same live ranks.
///
/// The members of a group are on different hosts if no host has more ranks than there are groups.
/// Groups have `size` members, or fewer if the ranks cannot be divided evenly, but at least two.
class Groups {
  public:
    /// Makes groups of the `living` ranks, in ascending order; `hosts[r]` is the host of rank r.
    Groups(std::span<const int> living, std::span<const std::uint64_t> hosts, int size);

    /// The group of rank `rank`, in an order of its own; empty if the rank was not alive.
    [[nodiscard]] std::span<const int> group_of(int rank) const noexcept;

  private:
    std::vector<std::vector<int>> groups_;
    std::vector<std::size_t> group_; ///< by rank: its group, or none
};

} // namespace closeranks::store
