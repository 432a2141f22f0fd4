#pragma once

#include "runtime/support/real.hpp" // load()

#include <string>

namespace closeranks {

/// Where another copy of this library is in front of this one, as when two are preloaded, the file
/// of that copy; else nullptr. Only the first protects anything.
[[nodiscard]] const char *copy_in_front() noexcept;

/// Where a tool between program and MPI stands behind this library in the search order, so that the
/// program does not call it: a sentence that says so; else nothing.
[[nodiscard]] std::string tool_behind();

} // namespace closeranks
