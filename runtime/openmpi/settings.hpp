#pragma once

#include <iosfwd>
#include <string_view>

namespace closeranks {

/// Sets some settings of Open MPI. Without them a run that lost ranks hangs at its end or in a
/// collective, or learns of the loss late (docs/developers/design.md). Settings of the user stay.
/// MPI_Init reads them, from the environment.
void make_settings() noexcept;

/// True if a file in the format of Open MPI's mca-params.conf (lines `name = value`) sets the
/// parameter `name`.
[[nodiscard]] bool sets(std::istream &parameters, std::string_view name);

/// Avoids the MPI's own shared file pointers, which are not used (docs/explanation/files.md). So
/// opening a file makes one only where a program asks for it by info. Called in MPI_Init, before
/// the first file.
void avoid_shared_file_pointers() noexcept;

/// True if this run was started with fault tolerance (mpirun --with-ft ulfm). May be called before
/// MPI_Init. The requested `level` of thread support then becomes Open MPI's for everything
/// (ompi_mpi_thread_level).
[[nodiscard]] bool fault_tolerance_is_on(int level) noexcept;

/// If it is off: the way to switch it on, for users.
[[nodiscard]] const char *way_to_fault_tolerance(int level) noexcept;

} // namespace closeranks
