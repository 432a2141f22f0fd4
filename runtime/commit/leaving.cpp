#include "runtime/commit/leaving.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/core/recovery_turn.hpp"

#include <mpi-ext.h>

namespace closeranks {

int leave(Communicator &part) noexcept {
    freeze(part);
    const RecoveryTurn turn;
    part.collectives.end_attempt();
    return MPIX_ERR_REVOKED;
}

} // namespace closeranks
