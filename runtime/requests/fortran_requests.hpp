#pragma once

#include <mpi.h>

namespace closeranks {

/// MPI_Request_c2f and MPI_Request_f2c.
[[nodiscard]] int request_to_fortran(MPI_Request request) noexcept;
[[nodiscard]] MPI_Request request_from_fortran(int integer) noexcept;

/// `integer`, by which a Fortran program knows one of its requests (0: it does not), has to stand
/// for the handle that the request has now.
void keep_integer(int integer, MPI_Request request) noexcept;

} // namespace closeranks
