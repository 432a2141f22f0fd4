#pragma once

#include <mpi.h>

namespace closeranks {

/// True when this MPI can make an intercommunicator of a process and itself.
[[nodiscard]] bool can_make_self_intercomm() noexcept;

/// Makes one; a local operation. Only if can_make_self_intercomm(). Returns the real call's code.
[[nodiscard]] int make_self_intercomm(MPI_Comm *made) noexcept;

} // namespace closeranks
