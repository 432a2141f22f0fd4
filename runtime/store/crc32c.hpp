#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace closeranks::store {

namespace crc32c_detail {

using Table = std::array<std::uint32_t, 256>;

/// Table k is for a byte with k more bytes after it.
consteval std::array<Table, 4> make_tables() {
    constexpr std::uint32_t polynomial = 0x82F63B78; // reflected
    std::array<Table, 4> made{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1U ^ ((crc & 1U) != 0 ? polynomial : 0U);
        made[0][byte] = crc;
    }
    for (std::size_t i = 1; i < made.size(); ++i)
        for (std::size_t byte = 0; byte < 256; ++byte)
            made[i][byte] = made[i - 1][byte] >> 8U ^ made[0][made[i - 1][byte] & 255U];
    return made;
}

inline constexpr std::array<Table, 4> tables = make_tables();

#ifdef __x86_64__
/// The instruction that computes this CRC (SSE 4.2).
[[gnu::target("sse4.2")]] inline std::uint32_t
by_instruction(std::span<const std::byte> bytes) noexcept {
    std::uint64_t crc = ~0U;
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes.data(), sizeof eight);
        crc = __builtin_ia32_crc32di(crc, eight);
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (const std::byte byte : bytes)
        rest = __builtin_ia32_crc32qi(rest, static_cast<unsigned char>(byte));
    return ~rest;
}
#endif

} // namespace crc32c_detail

/// CRC-32C (Castagnoli; RFC 3720, appendix B.4), four bytes at a time (Kounavis and Berry, "A
/// Systematic Approach to Building High Performance Software-based CRC Generators", ISCC 2005).
[[nodiscard]] inline std::uint32_t crc32c_by_tables(std::span<const std::byte> bytes) noexcept {
    using crc32c_detail::tables;
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(bytes[i]); };
    std::uint32_t crc = ~0U;
    for (; bytes.size() >= 4; bytes = bytes.subspan(4)) {
        crc ^= at(0) | at(1) << 8U | at(2) << 16U | at(3) << 24U;
        crc = tables[3][crc & 255U] ^ tables[2][crc >> 8U & 255U] ^ tables[1][crc >> 16U & 255U] ^
              tables[0][crc >> 24U];
    }
    for (const std::byte byte : bytes)
        crc = crc >> 8U ^ tables[0][(crc ^ static_cast<std::uint32_t>(byte)) & 255U];
    return ~crc;
}

/// The same, in the fastest way that this machine has.
[[nodiscard]] inline std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
#ifdef __x86_64__
    if (__builtin_cpu_supports("sse4.2")) return crc32c_detail::by_instruction(bytes);
#endif
    return crc32c_by_tables(bytes);
}

} // namespace closeranks::store
