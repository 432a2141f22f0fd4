#pragma once

#include "runtime/support/real.hpp"

namespace closeranks {

/// Gives a communicator of the program the error handler MPI_ERRORS_RETURN for a while. So failures
/// in the library's own calls on it do not reach the program.
class ErrorsReturn {
  public:
    explicit ErrorsReturn(MPI_Comm comm = MPI_COMM_WORLD) noexcept : comm_(comm) {
        static_cast<void>(real.Comm_get_errhandler(comm_, &before_));
        static_cast<void>(real.Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
    }
    ~ErrorsReturn() {
        static_cast<void>(real.Comm_set_errhandler(comm_, before_));
        static_cast<void>(real.Errhandler_free(&before_));
    }
    ErrorsReturn(const ErrorsReturn &) = delete;
    ErrorsReturn &operator=(const ErrorsReturn &) = delete;

  private:
    MPI_Comm comm_;
    MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

} // namespace closeranks
