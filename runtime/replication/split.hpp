#pragma once

#include <cstdint>

namespace closeranks::replication {

/// The parts of equal size into which `count` elements are split for `parts` members.
struct Split {
    int count;
    int parts;

    [[nodiscard]] int first(int i) const noexcept {
        return static_cast<int>(static_cast<std::int64_t>(count) * i / parts);
    }
    [[nodiscard]] int size(int i) const noexcept { return first(i + 1) - first(i); }
};

/// From this size on (bytes), blocking collectives split data that all members need: each member
/// handles a part, and then they exchange the parts. So no process sends much more than it
/// receives.
inline constexpr int split_from = 1 << 15;

} // namespace closeranks::replication
