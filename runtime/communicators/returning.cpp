#include "runtime/communicators/returning.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/remaking.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <cstdlib>

namespace closeranks {

Returning &returning() noexcept {
    static NeverDestroyed<Returning> of_this_process;
    return of_this_process.value;
}

void Returning::begin(std::vector<Remade> remade) {
    for (Remade &one : remade) {
        const std::pair place(one.recipe.origin.parent, one.recipe.origin.order);
        waiting_.emplace(place, std::move(one));
    }
    runtime().returning = true;
}

void Returning::end() noexcept {
    for (auto &[place, one] : waiting_) // others may be about to use them
        for (Comm *part : {&one.parts.messages, &one.parts.working})
            runtime().quarantined_comms.add(std::move(*part));
    waiting_.clear();
    runtime().returning = false;
    runtime().communicators.for_each(
        [](Communicator &c) { c.obstacles.put(Obstacles::returning, false); });
}

namespace {

const char *name_of(Use use) noexcept {
    if (use == Use::file) return "a file";
    return use == Use::window ? "a window" : "a communicator";
}

/// What the predecessor made there was something else: the others would wait for this process where
/// it is not.
[[noreturn]] void took_another_path(const Recipe &recipe, Use use) noexcept {
    runtime().report.say(
        "rank %d has a new process, which makes %s where the one before it made %s, as number "
        "%llu of what it makes from one communicator: it ends\nto have it come back: make "
        "communicators, files and windows in the same order on all paths to closeranks_resume()",
        runtime().rank, name_of(use), name_of(recipe.use),
        static_cast<unsigned long long>(recipe.origin.order));
    die(EXIT_FAILURE);
}

} // namespace

bool Returning::take(Communicator &parent, const Origin &origin, MPI_Comm *newcomm,
                     const Wanted &wanted) noexcept {
    const auto found = waiting_.find({origin.parent, origin.order});
    if (found == waiting_.end()) return false;
    Recipe &recipe = found->second.recipe;
    if (recipe.use != wanted.use) took_another_path(recipe, wanted.use);
    if (recipe.topology.kind == Topology::Kind::distributed)
        recipe.topology = wanted.own ? wanted.own(recipe.topology) : Topology{};
    Communicator &made = protect_again(std::move(found->second), nullptr);
    waiting_.erase(found);
    inherit_error_handler(parent.handle, made.handle);
    made.current_policies = parent.current_policies.load();
    *newcomm = made.handle;
    return true;
}

int Returning::claim(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                     const Wanted &wanted) noexcept {
    const Origin origin{.parent = parent.origin.self, .order = ++parent.creations};
    if (take(parent, origin, newcomm, wanted)) return MPI_SUCCESS;
    const ErrorsReturn guard(MPI_COMM_SELF);
    if (make(MPI_COMM_SELF, newcomm) != MPI_SUCCESS) *newcomm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int Returning::claim(Communicator &parent, const Origin &origin, MPI_Comm *newcomm) noexcept {
    if (!take(parent, origin, newcomm, {})) *newcomm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace closeranks
