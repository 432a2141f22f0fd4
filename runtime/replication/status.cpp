#include "runtime/replication/status.hpp"

#include "runtime/support/real.hpp"

namespace closeranks::replication {

void set_status(MPI_Status *status, int source, int tag, std::size_t bytes,
                bool is_cancelled) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    static_cast<void>(real.Status_set_elements_x(status, MPI_BYTE, static_cast<MPI_Count>(bytes)));
    static_cast<void>(real.Status_set_cancelled(status, is_cancelled ? 1 : 0));
}

} // namespace closeranks::replication
