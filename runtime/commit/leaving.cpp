#include "runtime/commit/leaving.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/core/recovery_turn.hpp"

#include <mpi-ext.h>

namespace closeranks {

int leave(Communicator &local) noexcept {
    freeze(local);
    const RecoveryTurn turn;
    local.attempting = false;
    return MPIX_ERR_REVOKED;
}

} // namespace closeranks
