#pragma once

#include "runtime/support/function_ref.hpp"

namespace closeranks {

/// Sets what this library and the MPI read from the environment: in a spawned process the parents'
/// settings, and Open MPI's (runtime/openmpi/settings.hpp). Our constructor calls it; not load(),
/// for the C library takes over the environment in its own constructor and forgets what was set
/// before.
void prepare_environment() noexcept;

/// Makes the MPI's own `call` that initialises it, and then begins ours. Returns the call's code.
/// Collective over all processes of the job.
[[nodiscard]] int begin_mpi(FunctionRef<int()> call) noexcept;

/// The end of the MPI, by MPI_Finalize or without it.
[[nodiscard]] int end_mpi() noexcept;

} // namespace closeranks
