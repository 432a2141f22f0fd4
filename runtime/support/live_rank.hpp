#pragma once

#include <mpi.h>

namespace closeranks {

/// A rank in one of the library's own communicators, where failed ranks have no number. The
/// program's ranks, and application ranks in the library, are plain ints, as in MPI. So the two
/// kinds cannot be mixed up.
enum class LiveRank : int {};

/// The number for real calls.
[[nodiscard]] constexpr int number_of(LiveRank rank) noexcept { return static_cast<int>(rank); }

} // namespace closeranks
