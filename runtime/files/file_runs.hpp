#pragma once

#include "runtime/files/alltoall_buffers.hpp"
#include "runtime/files/buffering_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace closeranks {

/// The places of a process's data in a section, as it tells them the aggregator.

/// Pieces of one length at equal distances, as places in a section. A list ends with a run of
/// `count` 0, which is also the content of unwritten memory.
struct PieceRun {
    std::uint32_t at;
    std::uint32_t length;
    std::uint32_t stride;
    std::uint32_t count;
};
static_assert(sizeof(PieceRun) == AlltoallBuffers::unit);

/// The part of `mine` that is in the section.
[[nodiscard]] Positions part_in(const FilePieces &pieces, const Section &section,
                                const Positions &mine) noexcept;

/// Adds the list of the places of `part`, which is not empty, in the section.
void add_runs(AlltoallBuffers &out, const FilePieces &pieces, const Section &section,
              const Positions &part);

/// Does `act(at, length)` for all pieces at the beginning of a parcel, one after another. Returns
/// how many bytes the list of them has.
template <typename Act> std::size_t for_each_piece(std::span<const std::byte> parcel, Act act) {
    std::size_t read = 0;
    while (read + sizeof(PieceRun) <= parcel.size()) {
        PieceRun run{};
        std::memcpy(&run, parcel.data() + read, sizeof run);
        read += sizeof run;
        if (run.count == 0) break;
        for (std::uint32_t i = 0; i < run.count; ++i)
            act(std::size_t{run.at + i * run.stride}, std::size_t{run.length});
    }
    return read;
}

} // namespace closeranks
