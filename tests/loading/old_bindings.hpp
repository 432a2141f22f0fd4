#pragma once

#include <mpi.h>

#include <cstring>

using OldFunction = void(const void *in, void *inout, int count);

struct OldException {
    int code;
};

/// MPI::ERRORS_THROW_EXCEPTIONS.
MPI_Errhandler throw_exceptions();

extern "C" {
void ompi_mpi_cxx_op_intercept(void *in, void *inout, int *count, MPI_Datatype *type,
                               MPI_User_function *program);
void ompi_op_set_cxx_callback(MPI_Op op, MPI_User_function *program);
}

/// MPI::Op::Init.
inline MPI_Op make_operator(OldFunction *function) {
    MPI_Op made = MPI_OP_NULL;
    constexpr int commutes = 1;
    MPI_Op_create(reinterpret_cast<MPI_User_function *>(&ompi_mpi_cxx_op_intercept), commutes,
                  &made);
    ompi_op_set_cxx_callback(made, reinterpret_cast<MPI_User_function *>(function));
    return made;
}
