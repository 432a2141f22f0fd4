#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace closeranks {

/// The chord neighbours of the member at `own`: of the members `ring`, which have the same order at
/// all, those at the distances 1, 2, 4, 8, ... behind it. If each member passes a message on to
/// them, it reaches all members in at most log2(n) steps. Each member has at most log2(n) of them,
/// rounded up, and is one for as many (the fingers of Chord: Stoica et al., SIGCOMM 2001, section
/// 4).
[[nodiscard]] inline std::vector<int> fingers(std::span<const int> ring, std::size_t own) {
    std::vector<int> result;
    for (std::size_t distance = 1; distance < ring.size(); distance *= 2)
        result.push_back(ring[(own + distance) % ring.size()]);
    return result;
}

} // namespace closeranks
