// In place of libmpi_cxx.so.40, the C++ bindings of Open MPI 4: what they want of Open MPI, and
// what programs want of them for operators and exceptions.

#include "old_bindings.hpp"

#include <cstddef>

namespace {

void throw_error(MPI_Comm *, int *code, ...) { throw OldException{*code}; }

} // namespace

extern "C" {

void ompi_mpi_cxx_op_intercept(void *in, void *inout, int *count, MPI_Datatype *,
                               MPI_User_function *program) {
    reinterpret_cast<OldFunction *>(program)(in, inout, *count);
}

/// Open MPI 4 has an object here, in which libmpi_cxx sets the functions.
extern std::byte ompi_mpi_errors_throw_exceptions[1024];
}

MPI_Errhandler throw_exceptions() {
    constexpr std::size_t place = 88;
    void (*const function)(MPI_Comm *, int *, ...) = throw_error;
    std::memcpy(ompi_mpi_errors_throw_exceptions + place, &function, sizeof(function));
    return reinterpret_cast<MPI_Errhandler>(&ompi_mpi_errors_throw_exceptions);
}
