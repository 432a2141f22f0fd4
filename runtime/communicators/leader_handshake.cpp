#include "runtime/communicators/leader_handshake.hpp"

#include "runtime/commit/collective.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/group_creation.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/world_ranks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// Step 2: all members of this side get the first `length` words of the leader's message. Returns
/// the code of the call if there is none.
int spread(Function function, Communicator &local, int leader, SideMessage &letter,
           int length) noexcept {
    const auto bcast = [&](MPI_Comm working, int root) {
        return real.Bcast(letter.data(), length, MPI_INT, root, working);
    };
    Operation operation{.function = function,
                        .root = leader,
                        .native = bcast,
                        .result_is_shared = true,
                        .kept = agree_on()};
    return run_carefully(local, operation);
}

Group group_of_ranks(const std::vector<int> &in_world) noexcept {
    Group group;
    static_cast<void>(real.Group_incl(members().group(), static_cast<int>(in_world.size()),
                                      in_world.data(), group.out()));
    return group;
}

bool overlap(const std::vector<int> &a, const std::vector<int> &b) noexcept {
    return std::any_of(a.begin(), a.end(),
                       [&](int rank) { return std::find(b.begin(), b.end(), rank) != b.end(); });
}

/// The number of this side: the first side in the order of joint ranks has 0.
int number_of(const Side &mine, const Side &theirs) noexcept {
    return mine.members.front() < theirs.members.front() ? 0 : 1;
}

/// Step 3. Returns nothing when the other side refuses or has no survivor.
std::optional<SidedParts> make_together(const Side &mine, const Side &theirs) noexcept {
    const int number = number_of(mine, theirs);
    const Side &first = number == 0 ? mine : theirs;
    const Side &second = number == 0 ? theirs : mine;
    std::vector<int> members = first.members;
    members.insert(members.end(), second.members.begin(), second.members.end());
    std::vector<int> tags(first.members.size(), first.tag());
    tags.resize(members.size(), second.tag());
    std::size_t attempts = 0;
    const auto attempt = [&](const GroupComm &group_comm) -> std::optional<SidedParts> {
        if (!overlap(theirs.members, world_ranks_of(group_comm.members.alive.get())))
            return std::nullopt;
        SidedParts parts;
        parts.make(group_comm.comm.get(), number);
        // The arguments come from the library, so a failure causes each error, whatever its code
        // says: Open MPI may have received half a message. (An error that stays is genuine after
        // all.)
        if (parts.joint.code != MPI_SUCCESS && ++attempts < members.size())
            parts.joint.code = MPIX_ERR_PROC_FAILED;
        parts.conclude();
        return parts;
    };
    return create_among<SidedParts>(group_of_ranks(members).get(), tags,
                                    mix(first.ticket, second.ticket), attempt);
}

std::uint64_t next_ticket(const Communicator *local) noexcept {
    static std::atomic<std::uint64_t> calls_alone = 0;
    if (local != nullptr) return mix(local->identity.global_id(), local->sequence.get());
    return mix(static_cast<std::uint64_t>(runtime().rank) + (std::uint64_t{1} << 40),
               ++calls_alone);
}

/// This process's side, as far as an intercommunicator can be made from it.
struct Local {
    explicit Local(MPI_Comm comm) noexcept : c(runtime().communicators.find(comm)) {
        int inter = 1;
        if (comm == MPI_COMM_NULL || real.Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter ||
            real.Comm_size(comm, &size) != MPI_SUCCESS)
            return;
        if (c != nullptr) {
            size = c->size;
            rank = c->rank;
        } else {
            static_cast<void>(real.Comm_rank(comm, &rank));
        }
        able = (c != nullptr && !c->identity.spans_worlds()) || size == 1;
    }
    [[nodiscard]] Side describe(const Introduction &how) const {
        return {c != nullptr ? world_ranks_of(c->identity.group())
                             : std::vector<int>{runtime().rank},
                how.local_leader, next_ticket(c), how.origin};
    }
    Communicator *c; ///< nullptr: not protected
    int size = 0;    ///< 0: the MPI has to judge it
    int rank = 0;
    bool able = false; ///< to come to step 3
};

/// For a side that will not come: tells all members the message of its leader.
int tell_all(const Introduction &how, const Local &local, SideMessage &letter,
             MPI_Comm *newcomm) noexcept {
    int code = MPI_SUCCESS;
    if (local.c != nullptr)
        code = spread(how.function, *local.c, how.local_leader, letter, SideMessage::word_only);
    else if (local.size > 1)
        code = real.Bcast(letter.data(), SideMessage::word_only, MPI_INT, how.local_leader,
                          how.local_comm);
    if (code == MPI_SUCCESS && letter.word() != SideMessage::nobody)
        return how.native(letter.word(), local.able);
    *newcomm = MPI_COMM_NULL;
    return code;
}

/// The code of the call when the other side cannot be found, by the policy of `c`.
int without_leader(Communicator &c, Function function, int in_world, MPI_Comm *newcomm) noexcept {
    *newcomm = MPI_COMM_NULL;
    return apply_policy_in_world(c, function, in_world);
}

} // namespace

SideMessage exchange_side_messages(const Side &mine, bool able, MPI_Comm comm, LiveRank peer,
                                   int tag, int in_world) noexcept {
    const SideMessage gone(SideMessage::leaderless, in_world);
    SideMessage sent = side_message_of(mine, able);
    SideMessage received;
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (peer == RankMap::missing ||
        real.Irecv(received.data(), received.length(), MPI_INT, number_of(peer), tag, comm,
                   &requests[0]) != MPI_SUCCESS)
        return gone;
    if (real.Isend(sent.data(), sent.length(), MPI_INT, number_of(peer), tag, comm, &requests[1]) !=
        MPI_SUCCESS)
        requests[1] = MPI_REQUEST_NULL;
    // A leader that failed after it sent its list has done its part: its side may know the list of
    // this side.
    const bool heard = real.Wait(&requests[0], MPI_STATUS_IGNORE) == MPI_SUCCESS;
    static_cast<void>(real.Wait(&requests[1], MPI_STATUS_IGNORE));
    if (!heard) return gone;
    return able ? received : SideMessage(SideMessage::pass);
}

int join_sides(const Introduction &how, MPI_Comm *newcomm) noexcept {
    const Local local(how.local_comm);
    if (how.local_leader < 0 || how.local_leader >= local.size)
        return how.native(SideMessage::pass, local.able);
    Communicator &raises = local.c != nullptr ? *local.c : *runtime().everyone;
    for (;;) {
        const Side mine = local.describe(how);
        SideMessage letter;
        if (local.rank == how.local_leader) letter = how.meet(mine, local.able);
        if (!local.able) return tell_all(how, local, letter, newcomm);
        if (local.c != nullptr) {
            const int code =
                spread(how.function, *local.c, how.local_leader, letter, letter.length());
            if (letter.word() == SideMessage::nobody) {
                refuse(mine.tag());
                *newcomm = MPI_COMM_NULL;
                return code;
            }
        }
        if (letter.word() == SideMessage::pass || letter.word() == SideMessage::strangers)
            return how.native(letter.word(), local.able);
        if (letter.word() == SideMessage::wrong) return raises.raise(letter.detail());
        if (letter.word() == SideMessage::leaderless) {
            refuse(mine.tag());
            return without_leader(raises, how.function, letter.detail(), newcomm);
        }
        const Side theirs = letter.side();
        if (overlap(mine.members, theirs.members)) return how.native(SideMessage::pass, local.able);
        if (std::optional<SidedParts> parts = make_together(mine, theirs)) {
            parts->come_from_sides(number_of(mine, theirs) == 0
                                       ? std::array{mine.origin, theirs.origin}
                                       : std::array{theirs.origin, mine.origin});
            SidedNumbering numbering{group_of_ranks(mine.members), group_of_ranks(theirs.members),
                                     number_of(mine, theirs)};
            return deliver_sides(raises, *std::move(parts), std::move(numbering), how.local_comm,
                                 newcomm);
        }
        if (!how.serves_the_next)
            return without_leader(raises, how.function,
                                  theirs.members[static_cast<std::size_t>(theirs.leader)], newcomm);
    }
}

} // namespace closeranks
