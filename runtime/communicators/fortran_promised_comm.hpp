#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <map>

namespace closeranks {

/// All promises (PromisedComm) that have not been forgotten.
///
/// Thread safety: all functions may run at the same time as all others.
class FortranPromisedComms {
  public:
    /// Makes a promise for the communicator that `variable` will hold; sets `variable` to
    /// MPI_COMM_NULL. Returns the promise's integer.
    [[nodiscard]] int make(MPI_Comm *variable) noexcept;
    void settle(int integer, MPI_Comm made) noexcept;
    void forget(MPI_Comm made) noexcept;

    /// True when such a promise exists; a Fortran program has its integer from now on.
    [[nodiscard]] bool hand_out(int integer) noexcept;
    [[nodiscard]] MPI_Comm find(int integer) noexcept;

  private:
    struct Promise {
        MPI_Comm *variable;
        MPI_Comm made = MPI_COMM_NULL;
        bool by_fortran = false; ///< the program has the integer, and the variable no longer exists
    };
    Mutex<LockRank::leaf> mutex_;
    std::map<int, Promise> all_; ///< by their integers, which are far above those of Open MPI
    int next_ = first;

    static constexpr int first = 1 << 30;
};

/// The promises of this process.
[[nodiscard]] FortranPromisedComms &fortran_promised_comms() noexcept;

/// The communicator that a nonblocking call makes: MPI_Comm_idup and MPI_Comm_idup_with_info.
///
/// In C the program's variable is MPI_COMM_NULL until the communicator is made, and then gets its
/// handle. The Fortran layer passes a variable of its own, which no longer exists by then. It asks
/// for the integer of the handle in it as soon as the call returns (Quirk::fortran_asks_early). So
/// the next caller that asks for the integer of MPI_COMM_NULL after such a call is that layer. It
/// gets a promise, which stands for the communicator once that is made.
class PromisedComm {
  public:
    /// Sets `variable` to MPI_COMM_NULL.
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

/// Called when the MPI is about to free `comm`.
void forget_promise(MPI_Comm comm) noexcept;

/// MPI_Comm_c2f and MPI_Comm_f2c.
[[nodiscard]] int comm_to_fortran(MPI_Comm comm) noexcept;
[[nodiscard]] MPI_Comm comm_from_fortran(int integer) noexcept;

} // namespace closeranks
