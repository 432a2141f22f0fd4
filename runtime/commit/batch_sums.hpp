#pragma once

#include "runtime/support/mix.hpp"

#include <array>
#include <cstdint>

namespace closeranks {

/// How members find the communicators that all of them have in the same state, by one sum of an
/// array of fixed length. Each member adds its communicators; then the arrays are summed over all
/// members.
///
/// Two communicators that share a slot do not count as common, so `round` has to differ at the next
/// time. Different states look the same with a probability of 2^-64.
class BatchSums {
  public:
    explicit BatchSums(std::uint64_t round) noexcept : round_(round) {}

    /// `name`: the same at all members. `state`: a hash.
    void add(std::uint64_t name, std::uint64_t state) noexcept { slots_[slot_of(name)] += state; }

    /// After the summation over `members`: all of them have added the communicator in this state.
    [[nodiscard]] bool is_common(std::uint64_t name, std::uint64_t state,
                                 int members) const noexcept {
        return slots_[slot_of(name)] == state * static_cast<std::uint64_t>(members);
    }

    /// What is summed, by MPI_UINT64_T.
    [[nodiscard]] std::uint64_t *data() noexcept { return slots_.data(); }
    static constexpr int size = 1024;

  private:
    [[nodiscard]] std::size_t slot_of(std::uint64_t name) const noexcept {
        return mix(name, round_) % size;
    }

    std::uint64_t round_;
    std::array<std::uint64_t, size> slots_{};
};

} // namespace closeranks
