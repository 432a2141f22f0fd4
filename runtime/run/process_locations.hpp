#pragma once

#include "runtime/run/summary.hpp"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace closeranks {

/// Where a rank runs; exchanged as bytes.
struct Location {
    std::array<char, 64> host{}; ///< empty: not known
    int pid = 0;
};

/// Of this process.
[[nodiscard]] Location own_location() noexcept;

/// The locations of all ranks of MPI_COMM_WORLD, collectively in MPI_Init; empty ones if a process
/// dies before that is over. Then MPI_COMM_WORLD is revoked if it is `to_be_protected`, for
/// others may wait in here for this process; protect_world goes on from there.
[[nodiscard]] std::vector<Location> gather_locations(const Location &own, bool to_be_protected);

/// Brings the figures of all members of `survivors` to its rank `root`: totals as Totals defines
/// them, `times` as the earliest, and as `texts`, one of each member, what was there. Returns
/// whether everybody took part to the end; where not, the values are worth nothing and `survivors`
/// is revoked. All members get the same answer.
[[nodiscard]] bool sum_up(Totals &totals, std::vector<double> &times,
                          std::vector<std::string> &texts, int root, MPI_Comm survivors) noexcept;

} // namespace closeranks
