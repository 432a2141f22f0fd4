#include "runtime/replication/raising.hpp"

#include "runtime/replication/call.hpp"
#include "runtime/support/real.hpp"

namespace closeranks::replication {

int raise(MPI_Comm comm, int code) {
    if (code == MPI_SUCCESS) return code;
    const ProgramScope handler;
    static_cast<void>(
        real.Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, code));
    return code;
}

} // namespace closeranks::replication
