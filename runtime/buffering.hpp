#pragma once

#include "runtime/files.hpp"
#include "runtime/typed_data.hpp"

namespace closeranks {

/// Collective buffering, with the option io=collective (docs/files.md): where ranks interleave
/// small pieces, a few of them, the *aggregators*, write the data of all in long runs.
///
/// The exchange is made of collectives on the file's own communicator, which failures repair. At
/// the end all survivors know whether everybody who took part has come to the end without an
/// error. If not, the access was not made, and each makes it for itself.

/// What this process wants of it for a file that it opens with `info`.
[[nodiscard]] BufferingWishes buffering_wishes(const File &file, MPI_Info info) noexcept;

/// Collective access at `offset` of the view, in etypes. Returns true at all survivors if it was
/// made; false when each has to make its own: it is better so, or somebody's arguments are wrong,
/// or failed, or has died. Wherever survivors have false what they have to write is still theirs.
[[nodiscard]] bool write_buffered(const Entry &entry, File &file, MPI_Offset offset,
                                  const TypedData &data) noexcept;
[[nodiscard]] bool read_buffered(const Entry &entry, File &file, MPI_Offset offset,
                                 const TypedData &data) noexcept;

} // namespace closeranks
