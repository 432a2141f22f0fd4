#include "runtime/store/placement.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace closeranks::store {

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// Ordered by the number of earlier ranks on the same host, and then by rank.
std::vector<int> ring_of(std::span<const int> living, std::span<const std::uint64_t> hosts) {
    std::map<std::uint64_t, int> met;
    std::vector<std::pair<int, int>> places;
    for (const int rank : living)
        places.emplace_back(met[hosts[static_cast<std::size_t>(rank)]]++, rank);
    std::sort(places.begin(), places.end());
    std::vector<int> ring;
    for (const auto &[before, rank] : places)
        ring.push_back(rank);
    return ring;
}

} // namespace

Placement::Placement(std::span<const int> living, std::span<const std::uint64_t> hosts, int copies)
    : living_(living.begin(), living.end()), place_(hosts.size(), nowhere),
      copies_(living.empty() ? 0 : std::min(static_cast<std::size_t>(copies), living.size() - 1)),
      holders_(living.size() * copies_) {
    for (std::size_t i = 0; i < living_.size(); ++i)
        place_[static_cast<std::size_t>(living_[i])] = i;
    const std::vector<int> ring = ring_of(living, hosts);
    for (std::size_t at = 0; at < ring.size(); ++at) {
        const std::vector<int> found = holders_in_ring(ring, at, hosts);
        const std::size_t place = place_[static_cast<std::size_t>(ring[at])];
        std::copy(found.begin(), found.end(),
                  holders_.begin() + static_cast<std::ptrdiff_t>(place * copies_));
    }
}

/// The next ranks in the ring, those on other hosts first.
std::vector<int> Placement::holders_in_ring(std::span<const int> ring, std::size_t at,
                                            std::span<const std::uint64_t> hosts) const {
    const auto host = [&](int rank) { return hosts[static_cast<std::size_t>(rank)]; };
    std::vector<int> found;
    for (const bool elsewhere : {true, false})
        for (std::size_t step = 1; step < ring.size() && found.size() < copies_; ++step) {
            const int other = ring[(at + step) % ring.size()];
            if ((host(other) != host(ring[at])) == elsewhere) found.push_back(other);
        }
    return found;
}

std::span<const int> Placement::holders(int rank) const noexcept {
    if (rank < 0 || static_cast<std::size_t>(rank) >= place_.size()) return {};
    const std::size_t place = place_[static_cast<std::size_t>(rank)];
    if (place == nowhere) return {};
    return std::span(holders_).subspan(place * copies_, copies_);
}

std::vector<int> Placement::held_by(int holder) const {
    std::vector<int> held;
    for (const int rank : living_) {
        const std::span<const int> those = holders(rank);
        if (std::find(those.begin(), those.end(), holder) != those.end()) held.push_back(rank);
    }
    return held;
}

} // namespace closeranks::store
