#pragma once

#include "runtime/support/large.hpp"

#include <cstdint>

namespace closeranks {

/// The contributions of other processes to this process's result of a collective. The result lacks
/// them when these processes are missing. Plain data, so that it costs nothing until a process is
/// missing.
struct Contributions {
    enum class From : std::uint8_t {
        nobody,
        members,    ///< on an intercommunicator: those of the other side
        lower,      ///< members of lower rank
        neighbours, ///< the sources in the topology
    };
    From from = From::nobody;
    LargeCount count = 1; ///< elements from each of these processes
    NumberArray counts{}; ///< or from one process after the other

    [[nodiscard]] bool has(int i) const noexcept { return (counts ? counts[i] : count) != 0; }
};

[[nodiscard]] inline Contributions from_nobody() noexcept { return {}; }

[[nodiscard]] inline Contributions from_members(LargeCount count = 1) noexcept {
    return {.from = Contributions::From::members, .count = count};
}

[[nodiscard]] inline Contributions from_members(NumberArray counts) noexcept {
    return {.from = Contributions::From::members, .counts = counts};
}

[[nodiscard]] inline Contributions from_lower(LargeCount count) noexcept {
    return {.from = Contributions::From::lower, .count = count};
}

[[nodiscard]] inline Contributions from_neighbours(LargeCount count) noexcept {
    return {.from = Contributions::From::neighbours, .count = count};
}

[[nodiscard]] inline Contributions from_neighbours(NumberArray counts) noexcept {
    return {.from = Contributions::From::neighbours, .counts = counts};
}

} // namespace closeranks
