#pragma once

#include "runtime/files/files.hpp"
#include "runtime/support/typed_data.hpp"

namespace closeranks {

/// Collective buffering, with the option io=collective (docs/explanation/files.md): where ranks
/// interleave small pieces, a few of them, the *aggregators*, write the data of all in long runs.
/// Only writes: Open MPI's independent reads of small pieces are faster than any exchange
/// (docs/explanation/files.md).
///
/// The exchange is made of collectives on the file's own communicator, which failures repair. At
/// the end all survivors know whether everybody who took part has come to the end without an
/// error. If not, each writes what is its own; the same bytes twice do no harm.

/// What this process wants of it for a file that it opens with `info`.
[[nodiscard]] BufferingWishes buffering_wishes(const File &file, MPI_Info info) noexcept;

/// A collective write at `offset` of the view, in etypes. Returns true at all survivors if all of
/// it is in the file; false at all when each has to write its own: it is better so, or somebody's
/// arguments are wrong, or an access has failed, or a process has died.
[[nodiscard]] bool write_buffered(const Entry &entry, File &file, MPI_Offset offset,
                                  const TypedData &data) noexcept;

} // namespace closeranks
