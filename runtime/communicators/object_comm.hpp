#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/entry.hpp"

#include <cstdint>
#include <span>

namespace closeranks {

/// The processes that share a file or a window have a communicator of their own, which the program
/// does not know: `members`, or nullptr when this process is alone. They use it to wait for each
/// other. A failure meanwhile is repaired as in any collective; all survivors return the same
/// values. A process alone does nothing here, and neither does a process on the way to the resume
/// point.

/// Makes the communicator among the survivors of `c`, as the MPI makes one for a file or a window.
/// `members` is in the object of that file or window, so it follows when a recovery makes the
/// communicator again. Returns MPI_SUCCESS or an error that has been raised.
[[nodiscard]] int gather_members(Communicator &c, Use use, Communicator *&members) noexcept;

void dissolve_members(Communicator *&members) noexcept;

/// Makes `made` the communicator of the object in place of `members`, which no call has used yet (a
/// local operation).
void replace_members(Communicator *&members, MPI_Comm made) noexcept;

/// The program's view of a file or a window whose group was `before`, and of whose ranks `members`
/// are there now. All other ranks keep their former processes.
[[nodiscard]] Group regroup(MPI_Group before, const Communicator &members);

/// Sets each of `values` to the largest value of any member.
void combine_largest(Communicator *members, Function function,
                     std::span<std::int64_t> values) noexcept;

/// Sets each of `values` to the sum over all survivors.
void combine_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept;

/// The same. In addition, a process that fails afterwards has received no other sums, on which it
/// might have acted.
void confirm_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept;

/// The worst of the survivors' error codes: MPI_SUCCESS only if all have succeeded.
[[nodiscard]] int worst(Communicator *members, Function function, int code) noexcept;

/// Waits for all survivors.
void wait_for_all(Communicator *members, Function function) noexcept;

} // namespace closeranks
