#pragma once

#include <cstdint>

namespace closeranks {

/// A number for this host and its numbering of processes: those with the same number see each
/// other's processes; nobody on another host has it. Names of hosts need not differ; the number
/// that a kernel has drawn when it started does.
[[nodiscard]] std::int64_t place_of_processes();

} // namespace closeranks
