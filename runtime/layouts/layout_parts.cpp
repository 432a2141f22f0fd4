#include "runtime/layouts/layout_parts.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/layouts/subcommunicator.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// The parts while they are being made. A part of this process alone is not made.
struct NewParts {
    Parts local;
    Comm global;
    std::vector<int> members;

    [[nodiscard]] bool completed(const WorkingComm &working) const noexcept {
        return local.completed(working);
    }
    void give_name(std::uint64_t name) noexcept { local.give_name(name); }
};

std::vector<int> living_members(const Communicator &parent) {
    std::vector<int> members;
    for (int rank = 0; rank < parent.size; ++rank)
        if (parent.working_ranks->live(rank) != RankMap::missing) members.push_back(rank);
    return members;
}

NewParts make_parts(const Communicator &parent, const Hierarchy &parts) noexcept {
    NewParts made{.local = {}, .global = {}, .members = living_members(parent)};
    const int number = parts.local_of(parent.rank);
    const auto is_in_mine = [&](int rank) { return parts.local_of(rank) == number; };
    const bool is_leader = *std::ranges::find_if(made.members, is_in_mine) == parent.rank;
    const auto split_locals = [&](MPI_Comm from, MPI_Comm *to) {
        return real.Comm_split(from, number, parent.rank, to);
    };
    const auto split_leaders = [&](MPI_Comm from, MPI_Comm *to) {
        return real.Comm_split(from, is_leader ? 0 : MPI_UNDEFINED, parent.rank, to);
    };
    made.local.make_all(parent, split_locals);
    parent.working.run([&](MPI_Comm on) { made.local.make(made.global, on, split_leaders); });
    return made;
}

} // namespace

void lay_out(Communicator &parent, Hierarchy &parts) noexcept {
    NewParts made = create_agreed<NewParts>(parent, [&] { return make_parts(parent, parts); });
    parts.members = std::move(made.members);
    parts.global = std::move(made.global);
    const int number = parts.local_of(parent.rank);
    const auto in_mine = std::ranges::count_if(
        parts.members, [&](int rank) { return parts.local_of(rank) == number; });
    if (parts.global)
        static_cast<void>(real.Comm_set_errhandler(parts.global.get(), MPI_ERRORS_RETURN));
    if (in_mine > 1) {
        made.local.name = mix(made.local.name, static_cast<std::uint64_t>(number));
        static_cast<void>(real.Comm_set_errhandler(made.local.handle.get(), MPI_ERRORS_RETURN));
        Communicator *const local = protect(std::move(made.local), {});
        local->creation.set_use(Use::none);
        local->layout.set(std::make_unique<Subcommunicator>(*local, parent, parts.local));
        parts.local = local;
        parts.locals.push_back(local);
    }
    parts.laid_out = true;
}

} // namespace closeranks
