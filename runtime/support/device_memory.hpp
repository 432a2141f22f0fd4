#pragma once

#include "runtime/support/published.hpp"

namespace closeranks {

/// Memory that the CPU cannot touch: of a GPU, as programs hand it to an MPI that knows how to copy
/// it (docs/explanation/device-buffers.md).
///
/// There is none before a library of the device's driver is in the process. An MPI that can copy
/// such memory has brought that library along when it has been initialised.

inline constinit Flag device_memory_exists;

/// Looks for these libraries. True if there is one now and there was none before: some of what was
/// set up until now took all memory for the CPU's.
[[nodiscard]] bool find_device_memory() noexcept;

namespace cold {
[[nodiscard]] bool is_for_cpu(const void *address) noexcept;
} // namespace cold

/// Whether the CPU may read and write what is at `address`, as the driver says. Anything else may
/// only be handed to the MPI: MPI_Pack and MPI_Unpack copy between there and memory of ours.
[[nodiscard]] inline bool is_for_cpu(const void *address) noexcept {
    if (!device_memory_exists) [[likely]]
        return true;
    return cold::is_for_cpu(address);
}

} // namespace closeranks
