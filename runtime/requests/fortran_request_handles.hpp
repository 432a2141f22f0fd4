#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// Requests of a Fortran program whose handle differs from the one for which the integer was made.
///
/// The Fortran layer turns integers into handles before each call. It writes back only those of the
/// requests which the call has completed (Quirk::fortran_keeps_integers). When the library replaces
/// the handle of another request (Quirk::unreported_failures_freed), the program's integer has to
/// stand for the new one from then on. MPI_Request_f2c returns the new handle, and no other request
/// may get that integer.
///
/// Thread safety: none; the caller locks.
class FortranRequestHandles {
  public:
    /// From now on `integer` is the program's name for `request`.
    void move(int integer, MPI_Request request);

    /// The request is complete: `integer` belongs to the MPI again.
    void forget(int integer) noexcept;

    /// The handle for which `integer` stands, or nullptr: then only the MPI knows it.
    [[nodiscard]] MPI_Request find(int integer) const noexcept;

    /// Called before the MPI gives out an integer. That must not be one of these integers, which
    /// are free as soon as the MPI has ended the old request.
    void hold();

    [[nodiscard]] bool empty() const noexcept { return moved_.empty(); }

  private:
    struct Moved {
        int integer;
        MPI_Request request;
        /// Holds the integer in the MPI's table; MPI_REQUEST_NULL: the old request still has it.
        MPI_Request holder;
    };
    std::vector<Moved> moved_;
};

} // namespace closeranks
