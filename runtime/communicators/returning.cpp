#include "runtime/communicators/returning.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/communicators/remaking.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

namespace closeranks {

namespace {

Returning &of_this_process() noexcept {
    static NeverDestroyed<Returning> it;
    return it.value;
}

} // namespace

Returning *returning() noexcept { return WayBack::is_on() ? &of_this_process() : nullptr; }

void begin_returning(std::vector<Remade> remade) { of_this_process().begin(std::move(remade)); }

std::uint64_t generation_of_calls() noexcept {
    return WayBack::is_on() ? 0 : static_cast<std::uint64_t>(lost_ranks().recoveries());
}

void Returning::begin(std::vector<Remade> remade) {
    for (Remade &one : remade) {
        const Recipe &recipe = one.recipe;
        const auto place = std::ranges::find(recipe.ranks, members().rank()) - recipe.ranks.begin();
        const auto side = static_cast<std::size_t>(recipe.side_of(place));
        const Origin &origin = recipe.has_sides() ? recipe.by_side[side] : recipe.origin;
        waiting_.emplace(std::pair(origin.parent, origin.order), std::move(one));
    }
    WayBack::is_on_ = true;
}

void Returning::end() noexcept {
    waiting_.clear();
    WayBack::is_on_ = false;
    runtime().communicators.for_each(
        [](Communicator &c) { c.obstacles.put(Obstacles::returning, false); });
}

namespace {

/// Describes the object and the call that makes it.
std::string describe(Use use, bool has_sides, const std::optional<Function> &call) {
    std::string what = use == Use::file     ? "a file"
                       : use == Use::window ? "a window"
                       : has_sides          ? "an intercommunicator"
                                            : "a communicator";
    if (call) what += std::string(" (") + function_name(*call) + ")";
    return what;
}

/// Ends this process: its predecessor made something else there, so the other processes would wait
/// for this one elsewhere.
[[noreturn]] void took_another_path(const Recipe &recipe, const Wanted &wanted,
                                    const Origin &origin) noexcept {
    const std::string here = describe(wanted.use, wanted.has_sides, wanted.call);
    const std::string before = describe(recipe.use, recipe.has_sides(), recipe.origin.made_by);
    runtime().report.say(
        "rank %d has a replacement process, which makes %s where the process before it made %s, as "
        "number %llu of what it makes from one communicator: it ends\nto recover the rank: make "
        "communicators, files and windows in the same order on all paths to closeranks_resume()",
        runtime().rank, here.c_str(), before.c_str(),
        static_cast<unsigned long long>(origin.order));
    die(EXIT_FAILURE);
}

bool is_what_was_made(const Recipe &recipe, const Wanted &wanted) noexcept {
    const std::optional<Function> &before = recipe.origin.made_by;
    return recipe.use == wanted.use && recipe.has_sides() == wanted.has_sides &&
           (!before || !wanted.call || *before == *wanted.call);
}

/// True if other processes have communicators by the call that this process makes here. No process
/// knows this process's own one, because its predecessor had failed before.
bool have_others(const Origin &origin) {
    const std::vector<Recipe> recipes = own_recipes();
    return std::ranges::any_of(recipes, [&](const Recipe &recipe) {
        return recipe.use == Use::program && !recipe.is_freed && !recipe.has_sides() &&
               recipe.origin.parent == origin.parent && recipe.origin.order == origin.order;
    });
}

void tell_alone(const Origin &origin) noexcept {
    runtime().report.say("rank %d has a replacement process, which is alone in a communicator "
                         "(number %llu of what it makes from one): the rank was lost before the "
                         "other ranks made theirs",
                         runtime().rank, static_cast<unsigned long long>(origin.order));
}

/// Makes a communicator of this process alone, in place of one that the others have freed.
void make_alone(Remade &remade) noexcept {
    const ErrorsReturn guard(MPI_COMM_SELF);
    Parts &parts = remade.parts.joint;
    if (remade.recipe.has_sides()) {
        Comm alone;
        parts.make(alone, MPI_COMM_SELF, split_off_self);
        remade.parts.make_members(alone.get(), 0);
    } else {
        parts.make(parts.messages, MPI_COMM_SELF, split_off_self);
        parts.make(parts.working, MPI_COMM_SELF, split_off_self);
    }
}

void inherit(const Communicator &parent, MPI_Comm made) noexcept {
    inherit_error_handler(parent.identity.handle(), made);
    const LossPolicies *const policies = parent.current_policies.load();
    if (Communicator *const c = runtime().communicators.find(made); c != nullptr)
        c->current_policies = policies;
    else if (const auto *const sides = runtime().intercommunicators.search(made); sides != nullptr)
        sides->joint->current_policies = sides->peers->current_policies = policies;
}

} // namespace

bool Returning::take(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                     const Wanted &wanted) noexcept {
    const auto found = waiting_.find({origin.parent, origin.order});
    if (found == waiting_.end()) return false;
    Recipe &recipe = found->second.recipe;
    if (!is_what_was_made(recipe, wanted)) took_another_path(recipe, wanted, origin);
    if (recipe.is_freed) make_alone(found->second);
    recipe.origin.in_words = origin.in_words;
    if (recipe.topology.kind == Topology::Kind::distributed)
        recipe.topology = wanted.own ? wanted.own(recipe.topology) : Topology{};
    *newcomm = recipe.has_sides()
                   ? join_again(std::move(found->second), nullptr).handle
                   : protect_again(std::move(found->second), nullptr).identity.handle();
    waiting_.erase(found);
    if (parent != nullptr) inherit(*parent, *newcomm);
    return true;
}

int Returning::claim(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                     const Wanted &wanted) noexcept {
    const Origin origin = next_origin(parent, 0, wanted.color);
    if (take(&parent, origin, newcomm, wanted)) return MPI_SUCCESS;
    const ErrorsReturn guard(MPI_COMM_SELF);
    if (make(MPI_COMM_SELF, newcomm) != MPI_SUCCESS) *newcomm = MPI_COMM_NULL;
    const bool is_made = *newcomm != MPI_COMM_NULL && wanted.use == Use::program;
    if (is_made && have_others(origin)) tell_alone(origin);
    return MPI_SUCCESS;
}

int Returning::claim(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                     const Wanted &wanted) noexcept {
    if (!take(parent, origin, newcomm, wanted)) *newcomm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace closeranks
