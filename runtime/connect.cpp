// MPI_Intercomm_create. Two sides that know nothing of each other but for their leaders.
//
// 1. The leaders exchange lists of their sides over the program's bridge.
// 2. Each leader broadcasts what it got to its side: an agreed operation, so that all survivors of
//    the side know the other side, or none does. Those who do not cannot go on, and say so to
//    everybody (refuse), for the other side may wait for them.
// 3. All members of both sides, by messages that need no leader: settle who is alive, make the
//    communicators, settle whether everybody has them; else once more.

#include "runtime/among.hpp"
#include "runtime/collective.hpp"
#include "runtime/creating.hpp"
#include "runtime/intercommunicator.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// One side of an intercommunicator to be.
struct Side {
    std::vector<int> members; ///< ranks in MPI_COMM_WORLD, in the order of the program's numbering
    int leader = 0;           ///< place in `members`
    std::uint64_t ticket = 0; ///< the same at all members, of this call only

    /// With what tag its members send in settlements.
    [[nodiscard]] int tag() const noexcept { return tag_of(ticket); }
};

/// What a leader tells its side, and in its head the other leader.
class Letter {
  public:
    enum Word : int {
        nobody,     ///< the leader is gone
        known,      ///< here is the other side
        leaderless, ///< the other side's leader, of this rank in MPI_COMM_WORLD, is gone
        pass,       ///< not for us: everybody is to make the MPI's own call
    };
    Letter() : words_(header + static_cast<std::size_t>(world().size), 0) {}
    explicit Letter(Word word, int leader = MPI_UNDEFINED) : Letter() {
        words_[0] = word;
        words_[2] = leader;
    }
    Letter(Word word, const Side &side) : Letter(word) {
        words_[1] = static_cast<int>(side.members.size());
        words_[2] = side.leader;
        std::memcpy(&words_[3], &side.ticket, sizeof side.ticket);
        std::copy(side.members.begin(), side.members.end(), words_.begin() + header);
    }
    [[nodiscard]] int word() const noexcept { return words_[0]; }
    [[nodiscard]] int leader() const noexcept { return words_[2]; }
    [[nodiscard]] Side side() const {
        Side result;
        result.members.assign(words_.begin() + header, words_.begin() + header + words_[1]);
        result.leader = words_[2];
        std::memcpy(&result.ticket, &words_[3], sizeof result.ticket);
        return result;
    }
    [[nodiscard]] int *data() noexcept { return words_.data(); }
    [[nodiscard]] int length() const noexcept { return static_cast<int>(words_.size()); }

  private:
    static constexpr std::ptrdiff_t header = 5;
    std::vector<int> words_;
};

/// What carries the leaders' messages, also over an intercommunicator; nullptr: the MPI's own.
Communicator *find_bridge(MPI_Comm comm) noexcept {
    if (Communicator *const c = world().communicators.find(comm); c != nullptr) return c;
    const Intercommunicator *const sides = world().intercommunicators.search(comm);
    return sides != nullptr ? sides->peers : nullptr;
}

/// Step 1, at the leader.
Letter meet_leader(const Side &mine, bool able, MPI_Comm bridge_comm, int remote_leader,
                   int tag) noexcept {
    Communicator *const bridge = find_bridge(bridge_comm);
    // Also for arguments that are wrong: MPI's own call judges them.
    // And for processes of another MPI_COMM_WORLD, whose ranks say nothing to us.
    if (bridge == nullptr || bridge->foreign || remote_leader < 0 || remote_leader >= bridge->size)
        return Letter(Letter::pass);
    const int peer = bridge->message_ranks.live(remote_leader);
    const MPI_Comm comm = bridge->messages.get();
    const Letter gone(Letter::leaderless, world_rank_of(*bridge, remote_leader));
    Letter sent(able ? Letter::known : Letter::pass, mine);
    Letter received;
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (peer == RankMap::missing || real.Irecv(received.data(), received.length(), MPI_INT, peer,
                                               tag, comm, &requests[0]) != MPI_SUCCESS)
        return gone;
    if (real.Isend(sent.data(), sent.length(), MPI_INT, peer, tag, comm, &requests[1]) !=
        MPI_SUCCESS)
        requests[1] = MPI_REQUEST_NULL;
    // A leader that died after it sent its list has done its part: its side may know ours.
    const bool heard = real.Wait(&requests[0], MPI_STATUS_IGNORE) == MPI_SUCCESS;
    static_cast<void>(real.Wait(&requests[1], MPI_STATUS_IGNORE));
    if (!heard) return gone;
    return able ? received : Letter(Letter::pass);
}

/// Step 2: everybody on this side gets the leader's letter. Returns what the call is to return if
/// there is none.
int spread(Communicator &local, int leader, Letter &letter) noexcept {
    const auto bcast = [&](MPI_Comm working, int root) {
        return real.Bcast(letter.data(), letter.length(), MPI_INT, root, working);
    };
    Operation operation{.function = Function::Intercomm_create,
                        .root = leader,
                        .native = bcast,
                        .result_is_shared = true,
                        .kept = agree_on()};
    return run_carefully(local, operation);
}

/// What the call returns when the other side cannot be found, as the policy of `c` says.
int without_leader(Communicator &c, int in_world, MPI_Comm *newcomm) noexcept {
    *newcomm = MPI_COMM_NULL;
    return apply_policy_in_world(c, Function::Intercomm_create, in_world);
}

Group group_of(const std::vector<int> &in_world) noexcept {
    Group everyone;
    Group group;
    static_cast<void>(real.Comm_group(MPI_COMM_WORLD, everyone.out()));
    static_cast<void>(real.Group_incl(everyone.get(), static_cast<int>(in_world.size()),
                                      in_world.data(), group.out()));
    return group;
}

bool overlap(const std::vector<int> &a, const std::vector<int> &b) noexcept {
    return std::any_of(a.begin(), a.end(),
                       [&](int rank) { return std::find(b.begin(), b.end(), rank) != b.end(); });
}

/// Which side is the first in the order of joint ranks.
int number_of(const Side &mine, const Side &theirs) noexcept {
    return mine.members.front() < theirs.members.front() ? 0 : 1;
}

/// Step 3. Nothing when the other side refuses or is gone.
std::optional<SidedParts> meet(const Side &mine, const Side &theirs) noexcept {
    const int number = number_of(mine, theirs);
    const Side &first = number == 0 ? mine : theirs;
    const Side &second = number == 0 ? theirs : mine;
    std::vector<int> members = first.members;
    members.insert(members.end(), second.members.begin(), second.members.end());
    std::vector<int> tags(first.members.size(), first.tag());
    tags.resize(members.size(), second.tag());
    std::size_t attempts = 0;
    const auto attempt = [&](const Seed &seed) -> std::optional<SidedParts> {
        if (!overlap(theirs.members, world_ranks_of(seed.members.alive.get()))) return std::nullopt;
        SidedParts parts;
        parts.make(seed.comm.get(), number);
        // The arguments are ours, so that an error is a death's doing, whatever its code says: Open
        // MPI may have got half a message. (One that stays is genuine after all.)
        if (parts.joint.code != MPI_SUCCESS && ++attempts < members.size())
            parts.joint.code = MPIX_ERR_PROC_FAILED;
        parts.conclude();
        return parts;
    };
    return create_among<SidedParts>(group_of(members).get(), tags, mix(first.ticket, second.ticket),
                                    attempt);
}

std::uint64_t next_ticket(const Communicator *local) noexcept {
    static std::atomic<std::uint64_t> calls_alone = 0;
    if (local != nullptr) return mix(local->name, local->sequence);
    return mix(static_cast<std::uint64_t>(world().rank) + (std::uint64_t{1} << 40), ++calls_alone);
}

} // namespace

int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader,
                  int tag, MPI_Comm *newcomm) noexcept {
    const auto native = [&] {
        // The handle of an intercommunicator leads nowhere.
        const Communicator *const bridge = Entry::nested() ? nullptr : find_bridge(bridge_comm);
        const bool between = bridge != nullptr && bridge->sides != nullptr;
        const MPI_Comm via = between ? bridge->messages.get() : bridge_comm;
        const int peer = between ? bridge->message_ranks.live(remote_leader) : remote_leader;
        return real.Intercomm_create(local_comm, local_leader, via, peer, tag, newcomm);
    };
    if (!world().active || Entry::nested() || newcomm == nullptr || !can_make_handles())
        return native();
    Communicator *const local = world().communicators.find(local_comm);
    int size = 0;
    int inter = 1;
    if (local_comm == MPI_COMM_NULL || real.Comm_test_inter(local_comm, &inter) != MPI_SUCCESS ||
        inter || real.Comm_size(local_comm, &size) != MPI_SUCCESS)
        return native();
    if (local != nullptr) size = local->size;
    if (local_leader < 0 || local_leader >= size) return native();
    int rank = local != nullptr ? local->rank : 0;
    const bool able = (local != nullptr && !local->foreign) || size == 1;
    if (!able) static_cast<void>(real.Comm_rank(local_comm, &rank));

    Side mine;
    mine.leader = local_leader;
    mine.ticket = next_ticket(local);
    mine.members =
        local != nullptr ? world_ranks_of(local->group.get()) : std::vector<int>{world().rank};
    Letter letter;
    if (rank == local_leader) letter = meet_leader(mine, able, bridge_comm, remote_leader, tag);
    if (!able) return native();
    if (local != nullptr) {
        const int code = spread(*local, local_leader, letter);
        if (letter.word() == Letter::nobody) {
            refuse(mine.tag());
            *newcomm = MPI_COMM_NULL;
            return code;
        }
    }
    Communicator &raises = local != nullptr ? *local : *world().everyone;
    if (letter.word() == Letter::pass) return native();
    if (letter.word() == Letter::leaderless) {
        refuse(mine.tag());
        return without_leader(raises, letter.leader(), newcomm);
    }
    const Side theirs = letter.side();
    if (overlap(mine.members, theirs.members)) return native();
    std::optional<SidedParts> parts = meet(mine, theirs);
    if (!parts)
        return without_leader(raises, theirs.members[static_cast<std::size_t>(theirs.leader)],
                              newcomm);
    SidedNumbering numbering{group_of(mine.members), group_of(theirs.members),
                             number_of(mine, theirs)};
    return deliver_sides(raises, std::move(*parts), std::move(numbering), local_comm, newcomm);
}

} // namespace closeranks
