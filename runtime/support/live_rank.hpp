#pragma once

#include <mpi.h>

namespace closeranks {

/// A rank in one of our own communicators, where ranks that failed have no number. What the program
/// counts in, and what we keep by application rank, are plain ints, as MPI's; the two cannot be
/// mixed up.
enum class LiveRank : int {};

/// For the real calls.
[[nodiscard]] constexpr int number_of(LiveRank rank) noexcept { return static_cast<int>(rank); }

} // namespace closeranks
