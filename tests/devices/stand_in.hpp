#pragma once

#include <cstddef>

/// A stand-in for the library of a GPU's driver: memory that no CPU can touch.
///
/// The program copies to and from it by functions of the driver, and so does the MPI, which has
/// been taught to. What the MPI touches itself all the same is let pass: an MPI that knows such
/// memory has more ways to copy it than the one that the tests have. Whoever else touches it ends
/// the process, with a line "wrong: ...".
namespace device {

/// From now on the MPI knows this memory, and who touches it is judged. After MPI_Init.
void begin();

[[nodiscard]] void *allocate(std::size_t bytes);

/// All that has been allocated.
void release() noexcept;

void copy_in(void *to_device, const void *from, std::size_t bytes) noexcept;
void copy_out(void *to, const void *from_device, std::size_t bytes) noexcept;

} // namespace device
