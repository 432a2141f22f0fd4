#pragma once

#include "runtime/run/summary.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace closeranks {

/// Sums the values of all members of `survivors` at its rank `root`. Totals are combined as Totals
/// defines, `times` are the earliest, and `texts` becomes the texts of all members. Returns true if
/// all members took part to the end. If not, the values are invalid and `survivors` is revoked. All
/// members get the same answer.
[[nodiscard]] bool sum_up(Totals &totals, std::vector<double> &times,
                          std::vector<std::string> &texts, int root, MPI_Comm survivors) noexcept;

} // namespace closeranks
