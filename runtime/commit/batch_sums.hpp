#pragma once

#include "runtime/support/mix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// How members find the communicators that all of them have in the same state, by one sum of an
/// array of fixed length. Each member adds its communicators; then the arrays are summed over all
/// members.
///
/// Each communicator has two slots. If it shares both with others it does not count as common, so
/// `round` has to differ at the next time. Different states look the same with a probability of
/// 2^-63.
class BatchSums {
  public:
    explicit BatchSums(std::uint64_t round) noexcept : round_(round) {}

    /// `name`: the same at all members. `state`: a hash.
    void add(std::uint64_t name, std::uint64_t state) noexcept {
        for (const std::size_t slot : slots_of(name))
            slots_[slot] += state;
    }

    /// After the summation over `members`: all of them have added the communicator in this state.
    [[nodiscard]] bool is_common(std::uint64_t name, std::uint64_t state,
                                 int members) const noexcept {
        const std::uint64_t wanted = state * static_cast<std::uint64_t>(members);
        for (const std::size_t slot : slots_of(name))
            if (slots_[slot] == wanted) return true;
        return false;
    }

    /// The slots, which are summed as MPI_UINT64_T.
    [[nodiscard]] std::uint64_t *data() noexcept { return slots_.data(); }
    static constexpr int size = 2048;

  private:
    /// Two different slots.
    [[nodiscard]] std::array<std::size_t, 2> slots_of(std::uint64_t name) const noexcept {
        const std::uint64_t hash = mix(name, round_);
        const std::uint64_t distance = 1 + (hash >> 32U) % (size - 1);
        return {hash % size, (hash + distance) % size};
    }

    std::uint64_t round_;
    std::array<std::uint64_t, size> slots_{};
};

} // namespace closeranks
