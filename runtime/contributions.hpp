#pragma once

#include <cstdint>
#include <vector>

namespace closeranks {

class Communicator;
struct Operation;

/// What the others bring to this process's result of a collective: what the result lacks when they
/// are missing. Plain data, so that it costs nothing until somebody is.
struct Contributions {
    enum class From : std::uint8_t {
        nobody,
        members,    ///< on an intercommunicator: those of the other side
        lower,      ///< members of lower rank
        neighbours, ///< the sources in the topology
    };
    From from = From::nobody;
    int count = 1;               ///< elements from each of them
    const int *counts = nullptr; ///< or from one after the other

    [[nodiscard]] bool has(int i) const noexcept {
        return (counts != nullptr ? counts[i] : count) != 0;
    }
};

[[nodiscard]] inline Contributions from_nobody() noexcept { return {}; }

[[nodiscard]] inline Contributions from_members(int count = 1) noexcept {
    return {.from = Contributions::From::members, .count = count};
}

[[nodiscard]] inline Contributions from_members(const int counts[]) noexcept {
    return {.from = Contributions::From::members, .counts = counts};
}

[[nodiscard]] inline Contributions from_lower(int count) noexcept {
    return {.from = Contributions::From::lower, .count = count};
}

[[nodiscard]] inline Contributions from_neighbours(int count) noexcept {
    return {.from = Contributions::From::neighbours, .count = count};
}

[[nodiscard]] inline Contributions from_neighbours(const int counts[]) noexcept {
    return {.from = Contributions::From::neighbours, .counts = counts};
}

/// The application ranks of `c`, in ascending order, whose contribution to the result of
/// `operation`, which has completed, is missing.
[[nodiscard]] std::vector<int> missing_from(const Communicator &c, const Operation &operation);

/// Tells the report about them, and carries out the policy of the operation if there are some.
/// Returns what the call returns to the program. Decided by each process for itself: the operation
/// is over for all, so nobody waits for one that returns with an error.
[[nodiscard]] int judge_result(Communicator &c, const Operation &operation) noexcept;

} // namespace closeranks
