#pragma once

#include "runtime/commit/operation.hpp"

#include <cstdint>

namespace closeranks {

/// The way in which an operation is composed where the layout is hierarchical
/// (docs/developers/layouts.md).
enum class CompositionShape : std::uint8_t {
    none,
    barrier,
    to_all,
    to_one,
    among_all,
    blocks,
    shares
};

/// Follows from the data that members keep of the operation: so it is the same at all of them.
[[nodiscard]] inline CompositionShape shape_of(const Operation &operation) noexcept {
    using enum LogPlan::What;
    const LogPlan &kept = operation.kept;
    if (kept.what == result && kept.blocks) return CompositionShape::blocks;
    // A long exchange has no op, and a long scan no blocks.
    if (kept.what == confirmed && kept.blocks && kept.op != MPI_OP_NULL)
        return CompositionShape::shares;
    if (operation.compacted) return CompositionShape::none;
    if (kept.what == nothing) return CompositionShape::barrier;
    if (kept.what == result && operation.result_is_shared) return CompositionShape::to_all;
    if (kept.op == MPI_OP_NULL) return CompositionShape::none;
    if (kept.what == result) return CompositionShape::among_all;
    return kept.what == contribution ? CompositionShape::to_one : CompositionShape::none;
}

} // namespace closeranks
