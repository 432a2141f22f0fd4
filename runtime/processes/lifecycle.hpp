#pragma once

#include "runtime/support/function_ref.hpp"

namespace closeranks {

/// Sets the environment variables that this library and the MPI read: in a spawned process the
/// parents' settings, and Open MPI's (runtime/openmpi/settings.hpp). The constructor of this
/// library calls it, and load() does not. The C library takes over the environment in its own
/// constructor, and forgets earlier changes.
void prepare_environment() noexcept;

/// Makes the MPI's own `call` that initialises it, and then starts the runtime. Returns the call's
/// code. Collective over all processes of the job.
[[nodiscard]] int begin_mpi(FunctionRef<int()> call) noexcept;

/// The end of the MPI, by MPI_Finalize or without it.
[[nodiscard]] int end_mpi() noexcept;

} // namespace closeranks
