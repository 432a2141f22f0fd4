#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Libraries that write files in a format, and whose ranks divide the work by rank number. No rank
/// writes the share that such a library gives to a lost rank (docs/explanation/files.md).

/// The library whose code has called from `address`: "HDF5", "PnetCDF", "NetCDF"; nullptr: none of
/// them.
[[nodiscard]] const char *format_library_at(const void *address) noexcept;

/// True if a duplicate or a file that is made from `parent` numbers its survivors instead of its
/// ranks. `library`: the calling one, or nullptr. The same at all survivors.
[[nodiscard]] bool numbers_survivors(const Communicator &parent, const char *library) noexcept;

} // namespace closeranks
