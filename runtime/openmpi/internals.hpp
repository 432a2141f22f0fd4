#pragma once

namespace closeranks {

/// What Open MPI has inside. A name may be a variable in one version and a function in another, and
/// since version 6 the inside is a library of its own, libopen_mpi.

/// The variable called `name`; nullptr when there is none, or a function of that name.
[[nodiscard]] void *find_variable(const char *name) noexcept;

/// An address in the library that has the inside.
[[nodiscard]] const void *address_inside() noexcept;

/// The file that has the calls behind this library, when their handles are those of the MPI ABI
/// (MPI 5.0, chapter 20) and not those of mpi.h; else nullptr.
[[nodiscard]] const char *library_of_the_abi() noexcept;

} // namespace closeranks
