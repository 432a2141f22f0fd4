// What stands for docking: a score that follows from the molecule's line alone, after as much work
// as asked for.

#ifndef SCREENING_SCORE_HPP
#define SCREENING_SCORE_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace screening {

/// CRC-32 as of zlib's crc32(), which `verify` uses: `crc` is the one of what came before.
inline std::uint32_t crc32(std::uint32_t crc, std::string_view text) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < made.size(); ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit)
                value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320U : 0U);
            made[i] = value;
        }
        return made;
    }();
    crc = ~crc;
    for (const char c : text)
        crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
    return ~crc;
}

/// The affinity of a molecule, in kcal/mol: the lower the better. Every step starts from the
/// outcome of the one before.
inline double score(std::string_view line, int steps) {
    std::uint32_t state = 0;
    for (int step = 0; step < steps; ++step)
        state = crc32(state, line);
    return static_cast<double>(-static_cast<int>(state % 14'000)) / 1000;
}

} // namespace screening

#endif
