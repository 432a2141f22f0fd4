#include "runtime/communicators/intercomm_creation.hpp"

#include "runtime/communicators/creation_calls.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/fortran_promised_comm.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/communicators/own_error_handlers.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/support/group_ranks.hpp"

#include <utility>

namespace closeranks {

namespace {

Group copy(MPI_Group group) noexcept {
    Group result;
    static_cast<void>(real.Group_union(group, MPI_GROUP_EMPTY, result.out()));
    return result;
}

} // namespace

LiveRank Intercommunicator::remote_leader() const noexcept {
    for (int r = 0; r < remote_size; ++r)
        if (const LiveRank live = live_remote(r); live != RankMap::missing) return live;
    return RankMap::missing;
}

MPI_Comm Intercommunicator::make_native() noexcept {
    constexpr int lowest = 0;
    constexpr int tag = 0;
    const LiveRank leader = remote_leader();
    if (!native && leader != RankMap::missing && joint->working.run([&](MPI_Comm both) {
            return joint->working.run_on_side([&](MPI_Comm side) {
                return real.Intercomm_create(side, lowest, both, number_of(leader), tag,
                                             native.out());
            });
        }) != MPI_SUCCESS)
        static_cast<void>(native.release());                 // see Parts::make
    if (native) inherit_error_handler(handle, native.get()); // the present one
    return native ? native.get() : handle;
}

int deliver_sides(Communicator &raises, SidedParts parts, SidedNumbering numbering,
                  MPI_Comm inherits_from, MPI_Comm *newcomm) noexcept {
    if (parts.joint.code != MPI_SUCCESS) return raises.raise(parts.joint.code);
    *newcomm = parts.handle.get();
    if (!parts.handle) return MPI_SUCCESS; // not a member, or alone
    inherit_error_handler(inherits_from, parts.handle.get());
    if (!numbering.local) {
        Group both;
        static_cast<void>(real.Comm_group(parts.side.get(), numbering.local.out()));
        static_cast<void>(real.Comm_group(parts.joint.working.get(), both.out()));
        static_cast<void>(
            real.Group_difference(both.get(), numbering.local.get(), numbering.remote.out()));
    }
    Intercommunicator &sides = protect_sides(std::move(parts), std::move(numbering));
    sides.peers->current_policies = sides.joint->current_policies = raises.current_policies.load();
    choose_policies(sides);
    return MPI_SUCCESS;
}

namespace {

/// For a replacement process: the communicator that its predecessor had.
int claim(Returning &way, Intercommunicator &parent, MPI_Comm *newcomm) noexcept {
    return way.claim(parent.peers, next_origin(*parent.joint), newcomm, {.has_sides = true});
}

} // namespace

int split_sides(Intercommunicator &parent, MPI_Comm *newcomm, MakeCall make) noexcept {
    if (Returning *const way = returning()) return claim(*way, parent, newcomm);
    const int number = parent.joint->working.side_number();
    auto parts = create_agreed<SidedParts>(*parent.joint, [&] {
        SidedParts made;
        Comm &chosen = made.scratch[0];
        Comm &ordered = made.scratch[1];
        parent.joint->working.run([&](MPI_Comm both) { made.joint.make(chosen, both, make); });
        if (chosen)
            made.joint.make(ordered, chosen.get(), [&](MPI_Comm from, MPI_Comm *to) {
                return real.Comm_split(from, 0, number, to);
            });
        made.make(ordered.get(), number);
        made.conclude();
        return made;
    });
    parts.come_from(next_origin(*parent.joint, parts.joint.name));
    return deliver_sides(*parent.peers, std::move(parts), {{}, {}, number}, parent.handle, newcomm);
}

int create_sides(Intercommunicator &parent, MPI_Group group, MPI_Comm *newcomm) noexcept {
    if (!is_group(group)) return parent.peers->raise(MPI_ERR_GROUP);
    const int rank = rank_in(group);
    const int color = rank == MPI_UNDEFINED ? MPI_UNDEFINED : 0;
    return split_sides(parent, newcomm, [&](MPI_Comm from, MPI_Comm *made) {
        return real.Comm_split(from, color, rank, made);
    });
}

int duplicate_sides(Intercommunicator &parent, MPI_Comm *newcomm, MakeCall make) noexcept {
    if (Returning *const way = returning()) return claim(*way, parent, newcomm);
    Communicator &joint = *parent.joint;
    auto parts = create_agreed<SidedParts>(joint, [&] {
        SidedParts made;
        joint.working.run([&](MPI_Comm both) {
            made.make_duplicate(both, joint.working.side_number(), parent.handle, make);
        });
        made.conclude();
        return made;
    });
    parts.come_from(next_origin(joint, parts.joint.name));
    SidedNumbering numbering{copy(parent.local.get()), copy(parent.peers->identity.group()),
                             joint.working.side_number()};
    return deliver_sides(*parent.peers, std::move(parts), std::move(numbering), parent.handle,
                         newcomm);
}

int start_duplicate_sides(Intercommunicator &parent, MPI_Comm *newcomm,
                          MPI_Request *request) noexcept {
    const auto run = [&parent, promise = PromisedComm(newcomm)] {
        const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
        return promise.keep([&](MPI_Comm *made) { return duplicate_sides(parent, made, dup); });
    };
    return start_creation(Entry::function(), *parent.joint, request, run);
}

int start_duplicate_sides_with_info(Intercommunicator &parent, MPI_Info info, MPI_Comm *newcomm,
                                    MPI_Request *request) noexcept {
    const auto duplicate = [&parent, promise = PromisedComm(newcomm)](MakeCall make) {
        return promise.keep([&](MPI_Comm *made) { return duplicate_sides(parent, made, make); });
    };
    return start_with_info(*parent.joint, info, request, duplicate);
}

int merge_sides(Intercommunicator &parent, int high, MPI_Comm *newcomm) noexcept {
    const auto make = [&](MPI_Comm from, MPI_Comm *made) {
        return real.Comm_split(from, 0, high != 0 ? 1 : 0, made);
    };
    const int code = create_from_survivors(*parent.joint, newcomm, make);
    if (code != MPI_SUCCESS) return parent.peers->raise(code);
    inherit_error_handler(parent.handle, *newcomm);
    take_policies_of_run(*newcomm);
    return code;
}

namespace {

/// Returns whether the handles stay (keeps_handle).
bool release_sides(Intercommunicator &sides) noexcept {
    runtime().intercommunicators.erase(sides.handle);
    runtime().communicators.erase(sides.joint->identity.handle());
    Communicator &peers = *sides.peers;
    Communicator &joint = *sides.joint;
    peers.identity.parted();
    const bool stay = keeps_handle(joint);
    if (!stay) free_handle(joint);
    const RequestsLock lock;
    release(joint);
    release(peers);
    return stay;
}

} // namespace

void let_go(Intercommunicator &sides) noexcept { static_cast<void>(release_sides(sides)); }

int forget(Intercommunicator &sides, MPI_Comm *comm) noexcept {
    foreign_processes().disconnect(sides.handle);
    if (!release_sides(sides)) return real.Comm_free(comm);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace closeranks
