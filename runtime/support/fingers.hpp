#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace closeranks {

/// Of the members `ring`, which are in the same order everywhere, those at the distances 1, 2, 4,
/// 8, ... after the one at `own`. Whoever passes on what it hears to these reaches everybody, in at
/// most log2(n) steps, and nobody has more than log2(n) of them, rounded up, or is one for more
/// (the fingers of Chord: Stoica et al., SIGCOMM 2001, section 4).
[[nodiscard]] inline std::vector<int> fingers(std::span<const int> ring, std::size_t own) {
    std::vector<int> result;
    for (std::size_t distance = 1; distance < ring.size(); distance *= 2)
        result.push_back(ring[(own + distance) % ring.size()]);
    return result;
}

} // namespace closeranks
