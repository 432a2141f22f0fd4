#pragma once

#include "runtime/files/files.hpp"
#include "runtime/support/typed_data.hpp"

namespace closeranks {

/// Collective buffering, with the option io=collective (docs/explanation/files.md). Where ranks
/// interleave small pieces, a few ranks, the *aggregators*, write the data of all in long runs.
/// Only writes are buffered: Open MPI's independent reads of small pieces are faster than any
/// exchange (docs/explanation/files.md).
///
/// The exchange uses collectives on the file's own communicator, which failures repair. At the end
/// all survivors know whether all that took part have come to the end without an error. If not,
/// each writes its own data; writing the same bytes twice does no harm.

/// The settings that this process asks for, for a file that it opens with `info`.
[[nodiscard]] BufferingWishes buffering_wishes(const File &file, MPI_Info info) noexcept;

/// A collective write at `offset` of the view, in etypes. Returns true at all survivors if all of
/// the data is in the file. Returns false at all when each has to write its own data: because that
/// is better, a process has wrong arguments, an access has failed, or a process has failed.
[[nodiscard]] bool write_buffered(File &file, MPI_Offset offset, const TypedData &data) noexcept;

} // namespace closeranks
