#pragma once

namespace closeranks {

/// The internal symbols of Open MPI. A name may be a variable in one version and a function in
/// another. Since version 6 they are in a library of their own, libopen_mpi.

/// The variable called `name`; nullptr when there is none, or when `name` is a function.
[[nodiscard]] void *find_variable(const char *name) noexcept;

/// An address in the library with the internal symbols.
[[nodiscard]] const void *address_inside() noexcept;

/// The file with the MPI calls behind this library, if their handles are those of the MPI ABI (MPI
/// 5.0, chapter 20) instead of those of mpi.h; else nullptr.
[[nodiscard]] const char *library_of_the_abi() noexcept;

} // namespace closeranks
