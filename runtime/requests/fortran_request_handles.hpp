#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// Requests of a Fortran program which have another handle than the one that its integers were
/// made for.
///
/// The Fortran layer turns integers into handles before each call, and writes back only those of
/// the requests which the call has completed (Quirk::fortran_keeps_integers). When we replace the
/// handle of another one (Quirk::unreported_failures_freed), the program's integer has to stand
/// for the new one from then on: MPI_Request_f2c says so, and nobody else may get that integer.
///
/// Thread safety: none; the caller locks.
class FortranRequestHandles {
  public:
    /// From now on `integer` is the program's name for `request`.
    void move(int integer, MPI_Request request);

    /// The request is complete: `integer` is the MPI's again.
    void forget(int integer) noexcept;

    /// The handle that `integer` stands for, or nullptr: that is known to the MPI alone.
    [[nodiscard]] MPI_Request find(int integer) const noexcept;

    /// To be called before the MPI gives out an integer: it must not be one of ours, which are free
    /// as soon as the MPI has done with the old request.
    void hold();

    [[nodiscard]] bool empty() const noexcept { return moved_.empty(); }

  private:
    struct Moved {
        int integer;
        MPI_Request request;
        MPI_Request holder; ///< has the integer in the MPI's table; MPI_REQUEST_NULL: the old one
                            ///< still has it
    };
    std::vector<Moved> moved_;
};

} // namespace closeranks
