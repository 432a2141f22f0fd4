#pragma once

#include <mpi.h>

namespace closeranks {

/// MPI_Request_c2f and MPI_Request_f2c.
[[nodiscard]] int request_to_fortran(MPI_Request request) noexcept;
[[nodiscard]] MPI_Request request_from_fortran(int integer) noexcept;

/// Makes `integer` stand for the present handle of the request. `integer`: the Fortran program's
/// integer for the request; 0: it has none.
void keep_integer(int integer, MPI_Request request) noexcept;

} // namespace closeranks
