#pragma once

#include "runtime/support/real.hpp" // load()

#include <string>

namespace closeranks {

/// The file of another copy of this library that is in front of this one, as when two are
/// preloaded; else nullptr. Only the first copy protects anything.
[[nodiscard]] const char *copy_in_front() noexcept;

/// If a tool between program and MPI stands behind this library in the search order, so that the
/// program does not call it: a sentence that says so. Otherwise empty.
[[nodiscard]] std::string tool_behind();

} // namespace closeranks
