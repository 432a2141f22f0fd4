#include "runtime/support/ulfm.hpp"

#include "runtime/support/group_ranks.hpp"
#include "runtime/support/handles.hpp"

#include <cstddef>
#include <mpi-ext.h>

namespace closeranks {

namespace {

int class_of_error(int code) noexcept {
    int error_class = code;
    static_cast<void>(real.Error_class(code, &error_class));
    return error_class;
}

} // namespace

bool is_failure(int code) noexcept {
    if (code == MPI_SUCCESS) return false;
    const int error_class = class_of_error(code);
    return error_class == MPIX_ERR_PROC_FAILED || error_class == MPIX_ERR_PROC_FAILED_PENDING ||
           error_class == MPIX_ERR_REVOKED;
}

bool is_failure_pending(int code) noexcept {
    return class_of_error(code) == MPIX_ERR_PROC_FAILED_PENDING;
}

bool is_broken(MPI_Comm comm) noexcept {
    int count = 0;
    Group failed;
    return is_revoked(comm) || real.Comm_get_failed(comm, failed.out()) != MPI_SUCCESS ||
           real.Group_size(failed.get(), &count) != MPI_SUCCESS || count > 0;
}

std::vector<int> failed_ranks(MPI_Comm comm, MPI_Group numbering) {
    Group failed;
    if (real.Comm_get_failed(comm, failed.out()) != MPI_SUCCESS || !failed) return {};
    std::vector<int> ranks = translate_ranks(failed.get(), numbering);
    std::erase(ranks, MPI_UNDEFINED);
    return ranks;
}

int as_failure(int code, MPI_Comm comm) noexcept {
    return is_failure(code) || !is_broken(comm) ? code : MPIX_ERR_REVOKED;
}

bool agree(MPI_Comm comm, bool mine) noexcept {
    // Open MPI agrees on flag and error code together. The flag is valid with MPIX_ERR_PROC_FAILED
    // as well, which only says that failures are not acknowledged yet.
    int flag = mine ? 1 : 0;
    const int code = real.Comm_agree(comm, &flag);
    return (code == MPI_SUCCESS || is_failure(code)) && flag != 0;
}

} // namespace closeranks
