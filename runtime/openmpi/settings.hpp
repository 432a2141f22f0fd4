#pragma once

#include <iosfwd>
#include <string_view>

namespace closeranks {

/// Settings of Open MPI without which a run that lost ranks hangs at its end or in a collective, or
/// learns of the loss late (docs/developers/design.md); what the user set stays. MPI_Init reads
/// them, from the environment.
void make_settings() noexcept;

/// Whether a file in the format of Open MPI's mca-params.conf (a line `name = value` for each) sets
/// the parameter `name`.
[[nodiscard]] bool sets(std::istream &parameters, std::string_view name);

/// The MPI's own shared file pointers are not used (docs/explanation/files.md), so that opening a
/// file need not make any: only those that a program asks for by info. In MPI_Init, before the
/// first file.
void avoid_shared_file_pointers() noexcept;

/// Whether this run was started with fault tolerance (mpirun --with-ft ulfm). Also before MPI_Init;
/// what `level` of thread support is asked for becomes Open MPI's for everything
/// (ompi_mpi_thread_level).
[[nodiscard]] bool fault_tolerance_is_on(int level) noexcept;

/// Where it is not: what would switch it on, for users.
[[nodiscard]] const char *way_to_fault_tolerance(int level) noexcept;

} // namespace closeranks
