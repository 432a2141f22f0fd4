#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/entry.hpp"

#include <cstdint>
#include <span>

namespace closeranks {

/// Those who share a file or a window have a communicator of its own, which the program does not
/// know: `members`, or nullptr when this process is alone. On it they meet. A failure meanwhile is
/// repaired as in any collective; all survivors return the same values. With nobody else nothing
/// happens, nor on the way to the resume point, where a process is alone.

/// Makes it among the survivors of `c`, as the MPI makes one for a file or a window, in whose
/// object `members` is: that follows when the communicator is made again after a recovery. Returns
/// MPI_SUCCESS or an error that has been raised.
[[nodiscard]] int gather_members(Entry &entry, Communicator &c, Use use,
                                 Communicator *&members) noexcept;

void dissolve_members(Entry &entry, Communicator *&members) noexcept;

/// From now on `made` is that of the object in place of `members`, which nobody has used (a local
/// operation).
void replace_members(Entry &entry, Communicator *&members, MPI_Comm made) noexcept;

/// The program's view of a file or a window that had `before`, and of whose ranks `members` are
/// there now: the others keep the processes that they had.
[[nodiscard]] Group regroup(MPI_Group before, const Communicator &members);

/// Leaves the largest that anybody has of each of `values`.
void combine_largest(Communicator *members, Function function,
                     std::span<std::int64_t> values) noexcept;

/// Leaves the sum of all survivors' in each of `values`.
void combine_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept;

/// The same, and whoever dies afterwards had got no other sums: it may have acted on them.
void confirm_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept;

/// The worst of the survivors' error codes: MPI_SUCCESS only if all have succeeded.
[[nodiscard]] int worst(Communicator *members, Function function, int code) noexcept;

/// Waits for all survivors.
void wait_for_all(Communicator *members, Function function) noexcept;

} // namespace closeranks
