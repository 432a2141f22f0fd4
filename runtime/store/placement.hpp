#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks::store {

/// Which ranks hold copies of whose data: the same at all ranks that know the same living.
///
/// The living stand in a ring, first the first one of each host, then the second ones, and so on:
/// the next ones of a rank in it are on other hosts, as far as there are any, and nobody holds more
/// than others.
class Placement {
  public:
    Placement() = default;

    /// For `living` ranks, in ascending order; `hosts[r]` says where rank r is. Each gets `copies`
    /// holders, or as many as there are others.
    Placement(std::span<const int> living, std::span<const std::uint64_t> hosts, int copies);

    [[nodiscard]] std::span<const int> living() const noexcept { return living_; }

    /// The holders of rank `rank`; none if it was not living.
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
