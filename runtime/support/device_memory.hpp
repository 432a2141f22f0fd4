#pragma once

#include "runtime/support/published.hpp"

namespace closeranks {

/// Memory that the CPU cannot access: that of a GPU, as programs give it to an MPI that can copy it
/// (docs/explanation/device-buffers.md).
///
/// There is none before a library of the device's driver is loaded. An MPI that can copy such
/// memory has loaded that library when it was initialised.

inline constinit Flag device_memory_exists;

/// Looks for these libraries. True if there is one now and there was none before: then objects set
/// up until now took all memory for the CPU's.
[[nodiscard]] bool find_device_memory() noexcept;

namespace cold {
[[nodiscard]] bool is_for_cpu(const void *address) noexcept;
} // namespace cold

/// True if the CPU may read and write the memory at `address`, as the driver says. Other memory may
/// only be given to the MPI: MPI_Pack and MPI_Unpack copy between it and the library's memory.
[[nodiscard]] inline bool is_for_cpu(const void *address) noexcept {
    if (!device_memory_exists) [[likely]]
        return true;
    return cold::is_for_cpu(address);
}

} // namespace closeranks
