#include "runtime/communicators/freeing.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/fortran_promised_comm.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/recipes.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"

#include <utility>

namespace closeranks {

namespace {

/// True when a member that lags behind may still ask this process about `c`. False where no
/// collective has run on it, nor can run: all members have agreed that it was made.
[[nodiscard]] bool is_needed(const Communicator &c) noexcept {
    return runtime().optimistic && !c.identity.spans_worlds() &&
           (c.sequence.get() != 0 || c.obstacles.has(Obstacles::tasks) ||
            c.lifetime.has_persistent());
}

/// The communicator that the program gives up, also within nested calls. The delete function of an
/// attribute may free a communicator, and a later communicator with the same handle must not be
/// taken for it.
std::pair<Communicator *, Intercommunicator *> find_given_up(const MPI_Comm *comm) noexcept {
    if (comm == nullptr) return {};
    forget_promise(*comm);
    if (Communicator *const c = runtime().communicators.find(*comm); c != nullptr)
        return {c, nullptr};
    return {nullptr, runtime().intercommunicators.search(*comm)};
}

} // namespace

int free_communicator(MPI_Comm *comm) noexcept {
    const auto [c, sides] = find_given_up(comm);
    if ((c == nullptr && sides == nullptr) || c == runtime().everyone) return real.Comm_free(comm);
    // Other members may lag behind and need this process, until all have called this function. The
    // program does not wait for them, because the program at other members may wait for it, in
    // another order.
    Communicator &shared = sides ? *sides->joint : *c;
    note_freed(shared);
    if (is_needed(shared)) recovery_server().part(shared);
    recovery_server().release_parted();
    return sides ? forget(*sides, comm) : forget(*c, comm);
}

int disconnect(MPI_Comm *comm) noexcept {
    const auto [c, sides] = find_given_up(comm);
    if ((c == nullptr && sides == nullptr) || c == runtime().everyone)
        return real.Comm_disconnect(comm);
    Communicator &shared = sides ? *sides->joint : *c;
    const int code = meet(Entry::function(), shared);
    if (code != MPI_SUCCESS) return code;
    note_freed(shared);
    return sides ? forget(*sides, comm) : forget(*c, comm);
}

} // namespace closeranks
