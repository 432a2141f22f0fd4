#pragma once

#include <cstdint>

namespace closeranks {

/// One number from two, spread over all bits (splitmix64, Steele et al. 2014).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t z = a + 0x9E3779B97F4A7C15U * (b + 1);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

} // namespace closeranks
