#pragma once

#include <mpi.h>

namespace closeranks {

/// The communicator that a nonblocking call makes: MPI_Comm_idup and MPI_Comm_idup_with_info.
///
/// In C the program's variable gets its handle when it is made. Open MPI's Fortran layer passes a
/// variable of its own, which is gone by then, and makes the program's integer from what is in it
/// when the call returns. So there is a promise in it meanwhile, which is no handle: who asks for
/// the integer of one is that layer, and the integer stands for the communicator once it is made.
class PromisedComm {
  public:
    /// Leaves a promise in `variable`.
    explicit PromisedComm(MPI_Comm *variable) noexcept;

    /// `make(&comm)` makes the communicator, and returns the program's code.
    template <typename Make> [[nodiscard]] int keep(Make make) const noexcept {
        MPI_Comm made = MPI_COMM_NULL;
        const int code = make(&made);
        settle(made);
        return code;
    }

  private:
    void settle(MPI_Comm made) const noexcept;

    int integer_;
};

/// The MPI is about to free `comm`.
void forget_promise(MPI_Comm comm) noexcept;

/// MPI_Comm_c2f and MPI_Comm_f2c.
[[nodiscard]] int comm_to_fortran(MPI_Comm comm) noexcept;
[[nodiscard]] MPI_Comm comm_from_fortran(int integer) noexcept;

} // namespace closeranks
