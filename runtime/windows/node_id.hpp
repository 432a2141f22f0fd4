#pragma once

#include <cstdint>

namespace closeranks {

/// A number for this host and its process numbers. Processes with the same number can see each
/// other's process numbers; no process on another host has the same number. Names of hosts may be
/// equal; the number that a kernel has drawn at its start is not.
[[nodiscard]] std::int64_t place_of_processes();

} // namespace closeranks
