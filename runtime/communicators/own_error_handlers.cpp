#include "runtime/communicators/own_error_handlers.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/error_handlers.hpp"
#include "runtime/support/program_imports.hpp"
#include "runtime/support/real.hpp"

namespace closeranks {

namespace {

/// True for MPI_ERRORS_RETURN or a function of the program.
bool has_own_handler(MPI_Comm comm) noexcept {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (real.Comm_get_errhandler(comm, &handler) != MPI_SUCCESS) return false;
    const bool is_own = !is_fatal(handler);
    static_cast<void>(real.Errhandler_free(&handler));
    return is_own;
}

bool sets_error_handlers() noexcept {
    return program_imports(reinterpret_cast<const void *>(real.Initialized)).sets_error_handlers;
}

/// The policies of communicators on which the program handles failures by its error handler.
const LossPolicies &raising_policies() noexcept {
    const Policies &raising = runtime().config.raising_policies;
    static const LossPolicies policies{.for_good = raising, .for_now = raising};
    return policies;
}

} // namespace

void choose_policies(Intercommunicator &sides) noexcept {
    Runtime &w = runtime();
    if (!sides.joint->identity.spans_worlds() || !sets_error_handlers()) return;
    const LossPolicies *const wanted =
        has_own_handler(sides.handle) ? &raising_policies() : &w.policies;
    for (Communicator *const c : {sides.peers, sides.joint}) {
        const LossPolicies *const now = c->current_policies.load();
        if (now == &w.policies || now == &raising_policies()) c->current_policies = wanted;
    }
}

void take_policies_of_run(MPI_Comm merged) noexcept {
    Runtime &w = runtime();
    Communicator *const c = w.communicators.find(merged);
    if (c != nullptr && c->current_policies.load() == &raising_policies())
        c->current_policies = &w.policies;
}

int set_error_handler(MPI_Comm comm, MPI_Errhandler handler) noexcept {
    const int code = real.Comm_set_errhandler(comm, handler);
    if (code != MPI_SUCCESS) return code;
    Intercommunicator *const sides = runtime().intercommunicators.search(comm);
    if (sides != nullptr) choose_policies(*sides);
    return code;
}

} // namespace closeranks
