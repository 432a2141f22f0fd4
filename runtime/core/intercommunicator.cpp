#include "runtime/core/intercommunicator.hpp"

#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <utility>

namespace closeranks {

namespace {

/// True only where a member has failed. Otherwise every message on a freed communicator was
/// received, as MPI requires. A communicator that was made among the survivors has not lost a
/// member.
bool may_get_late_messages(Communicator &c) noexcept {
    if (lost_ranks().empty()) return false;
    const auto is_lossy = [](const Comm &part) { return part && is_broken(part.get()); };
    const auto parts = c.working.parts();
    return is_lossy(c.messages) || std::any_of(parts.begin(), parts.end(),
                                               [&](const Comm *part) { return is_lossy(*part); });
}

} // namespace

MPI_Comm Communicator::handle_of_program() const noexcept {
    if (lifetime.is_freed()) return MPI_COMM_NULL;
    const Intercommunicator *const sides = identity.sides();
    const MPI_Comm handle = identity.handle();
    return sides != nullptr && handle != MPI_COMM_NULL ? sides->handle : handle;
}

void destroy(Communicator &c) noexcept {
    const RecoveryTurn turn; // another thread may be answering other processes about it
    if (may_get_late_messages(c)) {
        if (c.messages) runtime().quarantined_comms.add(std::move(c.messages));
        for (Comm *part : c.working.parts())
            if (*part) runtime().quarantined_comms.add(std::move(*part));
    }
    c.layout.set(nullptr);
    if (Intercommunicator *const sides = c.identity.sides();
        sides != nullptr && sides->joint == &c) {
        release(*sides->peers);
        delete sides;
    }
    delete &c;
}

} // namespace closeranks
