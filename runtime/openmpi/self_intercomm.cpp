#include "runtime/openmpi/self_intercomm.hpp"

#include "runtime/support/errors_return.hpp"
#include "runtime/support/handles.hpp"

#include <utility>

#include <dlfcn.h>

namespace closeranks {

namespace {

/// Open MPI's level of thread support. Only with MPI_THREAD_MULTIPLE does it allow the two sides of
/// an intercommunicator to have a process in common.
int *thread_support() noexcept {
    static int *const found = static_cast<int *>(dlsym(RTLD_DEFAULT, "ompi_mpi_thread_provided"));
    return found;
}

} // namespace

bool can_make_self_intercomm() noexcept { return thread_support() != nullptr; }

int make_self_intercomm(MPI_Comm *made) noexcept {
    const ErrorsReturn guard(MPI_COMM_SELF);
    Comm side;
    Comm bridge;
    int code = real.Comm_split(MPI_COMM_SELF, 0, 0, side.out());
    if (code == MPI_SUCCESS) code = real.Comm_split(MPI_COMM_SELF, 0, 0, bridge.out());
    if (code != MPI_SUCCESS) return code;
    constexpr int myself = 0;
    constexpr int tag = 0;
    const int support = std::exchange(*thread_support(), MPI_THREAD_MULTIPLE);
    code = real.Intercomm_create(side.get(), myself, bridge.get(), myself, tag, made);
    *thread_support() = support;
    return code;
}

} // namespace closeranks
