#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Libraries that write files of a format, and whose ranks share the work by their numbers: what
/// they give to a lost rank is written by none (docs/explanation/files.md).

/// The one whose code has called from `address`: "HDF5", "PnetCDF", "NetCDF"; nullptr: none of
/// them.
[[nodiscard]] const char *format_library_at(const void *address) noexcept;

/// Whether a duplicate or a file that is made from `parent` numbers its survivors, in place of its
/// ranks. `library`: that calls, or nullptr. The same at all of them.
[[nodiscard]] bool numbers_survivors(const Communicator &parent, const char *library) noexcept;

} // namespace closeranks
