#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks::store {

/// The ranks that hold copies of each rank's data: the same at all ranks that know the same live
/// ranks.
///
/// The live ranks form a ring: first the first rank of each host, then the second ones, and so on.
/// So the next ranks of a rank in the ring are on other hosts, as far as there are any. All ranks
/// hold equally many copies.
class Placement {
  public:
    Placement() = default;

    /// For the `living` ranks, in ascending order; `hosts[r]` is the host of rank r. Each rank gets
    /// `copies` holders, or as many as there are other ranks.
    Placement(std::span<const int> living, std::span<const std::uint64_t> hosts, int copies);

    [[nodiscard]] std::span<const int> living() const noexcept { return living_; }

    /// The holders of the data of rank `rank`; none if it was not alive.
    [[nodiscard]] std::span<const int> holders(int rank) const noexcept;

    /// The ranks of which `holder` holds a copy.
    [[nodiscard]] std::vector<int> held_by(int holder) const;

  private:
    [[nodiscard]] std::vector<int> holders_in_ring(std::span<const int> ring, std::size_t at,
                                                   std::span<const std::uint64_t> hosts) const;

    std::vector<int> living_;
    std::vector<std::size_t> place_; ///< by rank: its index in living_, or none
    std::size_t copies_ = 0;
    std::vector<int> holders_; ///< copies_ for each of living_
};

} // namespace closeranks::store
