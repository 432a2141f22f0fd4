#include "runtime/files/file_runs.hpp"

#include <algorithm>

namespace closeranks {

namespace {

/// True if the next piece continues the run; then the piece belongs to it.
[[nodiscard]] bool takes(PieceRun &run, std::uint32_t next, std::uint32_t bytes) noexcept {
    if (bytes != run.length || run.count == 0) return false;
    if (run.count == 1) run.stride = next - run.at;
    if (next != run.at + run.count * run.stride) return false;
    ++run.count;
    return true;
}

} // namespace

Positions part_in(const FilePieces &pieces, const Section &section,
                  const Positions &mine) noexcept {
    const auto at = [&](std::int64_t place) {
        return std::clamp(pieces.position_at(place), mine.begin, mine.end);
    };
    if (mine.bytes() == 0 || section.bytes() == 0) return {};
    return {.begin = at(section.begin), .end = at(section.end)};
}

void add_runs(AlltoallBuffers &out, const FilePieces &pieces, const Section &section,
              const Positions &part) {
    PieceRun run{};
    for (std::int64_t position = part.begin; position < part.end;) {
        const Piece piece = pieces.from(position);
        const std::int64_t length = std::min(piece.length, part.end - position);
        const auto at = static_cast<std::uint32_t>(piece.at - section.begin);
        if (!takes(run, at, static_cast<std::uint32_t>(length))) {
            if (run.count != 0) out.add(&run, sizeof run);
            run = {.at = at, .length = static_cast<std::uint32_t>(length), .stride = 0, .count = 1};
        }
        position += length;
    }
    const PieceRun end{};
    out.add(&run, sizeof run);
    out.add(&end, sizeof end);
}

} // namespace closeranks
