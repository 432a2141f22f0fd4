#pragma once

#include "runtime/real.hpp"

namespace closeranks {

/// Gives MPI_COMM_WORLD the error handler MPI_ERRORS_RETURN for a while, so that a
/// failure in our own calls on it is not the program's.
class ErrorsReturn {
  public:
    ErrorsReturn() noexcept {
        static_cast<void>(real.Comm_get_errhandler(MPI_COMM_WORLD, &before_));
        static_cast<void>(real.Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    }
    ~ErrorsReturn() {
        static_cast<void>(real.Comm_set_errhandler(MPI_COMM_WORLD, before_));
        static_cast<void>(real.Errhandler_free(&before_));
    }
    ErrorsReturn(const ErrorsReturn &) = delete;
    ErrorsReturn &operator=(const ErrorsReturn &) = delete;

  private:
    MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

} // namespace closeranks
