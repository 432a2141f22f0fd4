// MPI_Intercomm_create. Two sides that know nothing of each other but for their leaders.
//
// 1. The leaders exchange lists of their sides over the program's bridge.
// 2. Each leader broadcasts what it got to its side: an agreed operation, so that all survivors of
//    the side know the other side, or none does. Those who do not cannot go on, and say so to
//    everybody (refuse), for the other side may wait for them.
// 3. All members of both sides, by messages that need no leader: settle who is alive, make the
//    communicators, settle whether everybody has them; else once more.

#include "runtime/collective.hpp"
#include "runtime/consensus.hpp"
#include "runtime/creating.hpp"
#include "runtime/errors_return.hpp"
#include "runtime/intercommunicator.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// One side of an intercommunicator to be.
struct Side {
    std::vector<int> members; ///< ranks in MPI_COMM_WORLD, in the order of the program's numbering
    int leader = 0;           ///< place in `members`
    std::uint64_t ticket = 0; ///< the same at all members, of this call only

    /// With what tag its members send in settlements. Far from the program's usual tags.
    [[nodiscard]] int tag() const noexcept {
        constexpr int high = 1 << 29;
        return static_cast<int>(ticket % high) + high;
    }
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

/// Step 1, at the leader.
Letter meet_leader(const Side &mine, bool able, MPI_Comm bridge_comm, int remote_leader,
                   int tag) noexcept {
    Communicator *const bridge = world().communicators.find(bridge_comm);
    // Also for arguments that are wrong: MPI's own call judges them.
    if (bridge == nullptr || remote_leader < 0 || remote_leader >= bridge->size)
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

/// Finds the communicator that Open MPI has hidden in an intercommunicator: the one with the same
/// members as its local group that appears together with it. To be constructed before the call.
///
/// Needed because such a communicator carries a part of each Intercomm_merge, and is not revoked
/// together with it: members of one side would wait in it for ever for their leader, who gave up
/// when it saw a death on the other side.
class HiddenSide {
  public:
    HiddenSide() noexcept;
    [[nodiscard]] MPI_Comm of(MPI_Comm intercomm) const noexcept;

  private:
    static constexpr int searched = 4096; ///< handles of Fortran, which are small numbers
    std::array<MPI_Comm, searched> before_;
};

HiddenSide::HiddenSide() noexcept {
    for (int i = 0; i < searched; ++i)
        before_[static_cast<std::size_t>(i)] = real.Comm_f2c(i);
}

MPI_Comm HiddenSide::of(MPI_Comm intercomm) const noexcept {
    Group local;
    static_cast<void>(real.Comm_group(intercomm, local.out()));
    for (int i = 0; i < searched; ++i) {
        const MPI_Comm comm = real.Comm_f2c(i);
        if (comm == nullptr || comm == intercomm || comm == before_[static_cast<std::size_t>(i)])
            continue;
        int inter = 0;
        int same = MPI_UNEQUAL;
        Group group;
        if (real.Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter &&
            real.Comm_group(comm, group.out()) == MPI_SUCCESS &&
            real.Group_compare(group.get(), local.get(), &same) == MPI_SUCCESS && same == MPI_IDENT)
            return comm;
    }
    return MPI_COMM_NULL;
}

/// Step 3.
class Meeting {
  public:
    Meeting(Communicator *local, const Side &mine, const Side &theirs)
        : local_(local), mine_(mine), theirs_(theirs),
          number_(mine.members.front() < theirs.members.front() ? 0 : 1) {
        const Side &first = number_ == 0 ? mine : theirs;
        const Side &second = number_ == 0 ? theirs : mine;
        members_ = first.members;
        members_.insert(members_.end(), second.members.begin(), second.members.end());
        name_ = mix(first.ticket, second.ticket);
        static_cast<void>(real.Comm_group(MPI_COMM_WORLD, everyone_.out()));
        if (local_ == nullptr) make_self();
    }

    /// The parts that all survivors have; nothing when the other side refuses or is gone.
    [[nodiscard]] std::optional<SidedParts> run() noexcept {
        for (attempts_ = 0;; ++attempts_) {
            static_cast<void>(notice_failures(*world().everyone));
            const bool unharmed = world().missing.empty();
            const Settlement before = settle(group_of(members_).get(), tags_of(members_), unharmed);
            if (before.refused) return std::nullopt;
            const std::vector<int> alive = world_ranks_of(before.alive.get());
            if (first_of(theirs_, alive) == MPI_UNDEFINED) return std::nullopt;
            refresh(attempts_ != 0, alive);
            SidedParts parts = attempt(alive, before.ok);
            parts.give_name(name_);
            const Settlement after = settle(before.alive.get(), tags_of(alive), parts.completed());
            if (after.ok) return parts;
            if (local_ != nullptr) freeze(*local_);
        }
    }

    [[nodiscard]] SidedNumbering numbering() const noexcept {
        return {group_of(mine_.members), group_of(theirs_.members), number_};
    }

  private:
    void make_self() noexcept {
        const ErrorsReturn guard(MPI_COMM_SELF);
        static_cast<void>(real.Comm_split(MPI_COMM_SELF, 0, 0, self_.out()));
        static_cast<void>(real.Comm_set_errhandler(self_.get(), MPI_ERRORS_RETURN));
    }

    [[nodiscard]] Group group_of(const std::vector<int> &in_world) const noexcept {
        Group group;
        static_cast<void>(real.Group_incl(everyone_.get(), static_cast<int>(in_world.size()),
                                          in_world.data(), group.out()));
        return group;
    }

    [[nodiscard]] static bool has(const std::vector<int> &list, int rank) noexcept {
        return std::find(list.begin(), list.end(), rank) != list.end();
    }

    [[nodiscard]] std::vector<int> tags_of(const std::vector<int> &ranks) const {
        std::vector<int> tags;
        for (const int rank : ranks)
            tags.push_back(has(mine_.members, rank) ? mine_.tag() : theirs_.tag());
        return tags;
    }

    /// The lowest member of `side` that is alive: who leads it from here on.
    [[nodiscard]] static int first_of(const Side &side, const std::vector<int> &alive) noexcept {
        const auto lives = [&](int rank) { return has(alive, rank); };
        const auto found = std::find_if(side.members.begin(), side.members.end(), lives);
        return found == side.members.end() ? MPI_UNDEFINED : *found;
    }

    [[nodiscard]] MPI_Comm base() const noexcept {
        return local_ != nullptr ? local_->working.get() : self_.get();
    }

    /// Repairs this side's communicator if it is broken, or has members that are not alive; all of
    /// them know.
    void refresh(bool broken, const std::vector<int> &alive) noexcept {
        if (local_ == nullptr) return;
        Group live;
        static_cast<void>(real.Comm_group(base(), live.out()));
        for (const int rank : world_ranks_of(live.get()))
            broken = broken || !has(alive, rank);
        if (broken) repair(*local_);
    }

    /// A communicator of the two leaders alone. While nobody knows of a death it is made so that
    /// each waits only for the other, whose death it sees. But that goes over a communicator of
    /// all, on which Open MPI lets nothing of the kind succeed once a member has failed. Afterwards
    /// it is made from the group alone; should a leader die within that, the other waits for ever.
    void make_bridge(SidedParts &parts, int other, bool unharmed) noexcept {
        auto &[pair, bridge, unused] = parts.scratch;
        if (!unharmed) return make_bridge_from_group(parts, bridge, other);
        if (local_ != nullptr && !self_) make_self();
        Group all;
        int peer = MPI_UNDEFINED;
        static_cast<void>(real.Comm_group(world().bridge.get(), all.out()));
        static_cast<void>(real.Group_translate_ranks(everyone_.get(), 1, &other, all.get(), &peer));
        parts.joint.make(pair, self_.get(), [&](MPI_Comm from, MPI_Comm *made) {
            return real.Intercomm_create(from, 0, world().bridge.get(), peer, tag(), made);
        });
        parts.joint.make(bridge, pair.get(), [&](MPI_Comm from, MPI_Comm *made) {
            return real.Intercomm_merge(from, number_, made);
        });
    }

    void make_bridge_from_group(SidedParts &parts, Comm &bridge, int other) const noexcept {
        const int me = world().rank;
        const Group leaders =
            group_of(number_ == 0 ? std::vector{me, other} : std::vector{other, me});
        const std::string name =
            "closeranks/" + std::to_string(name_) + '/' + std::to_string(attempts_);
        parts.joint.make(bridge, MPI_COMM_NULL, [&](MPI_Comm, MPI_Comm *made) {
            return real.Comm_create_from_group(leaders.get(), name.c_str(), MPI_INFO_NULL,
                                               MPI_ERRORS_RETURN, made);
        });
    }

    /// For messages of this meeting on a communicator of all.
    [[nodiscard]] int tag() const noexcept { return Side{{}, 0, name_}.tag(); }

    [[nodiscard]] SidedParts attempt(const std::vector<int> &alive, bool unharmed) noexcept {
        SidedParts parts;
        const int leader = first_of(mine_, alive);
        int rank = 0;
        int lowest = 0;
        Group live;
        static_cast<void>(real.Comm_group(base(), live.out()));
        static_cast<void>(real.Comm_rank(base(), &rank));
        static_cast<void>(
            real.Group_translate_ranks(live.get(), 1, &lowest, everyone_.get(), &lowest));
        // One that died since it was settled cannot lead, and the other side does not know yet.
        if (lowest != leader) parts.joint.code = MPIX_ERR_PROC_FAILED;
        if (rank == 0) make_bridge(parts, first_of(theirs_, alive), unharmed);
        Comm inter;
        MPI_Comm hidden = MPI_COMM_NULL;
        const HiddenSide search;
        parts.joint.make(inter, base(), [&](MPI_Comm from, MPI_Comm *made) {
            return real.Intercomm_create(from, 0, parts.scratch[1].get(), 1 - number_, 0, made);
        });
        if (inter) hidden = search.of(inter.get());
        std::swap(parts.scratch[0], inter); // the leaders' pair is done with
        parts.joint.make(parts.scratch[2], parts.scratch[0].get(),
                         [&](MPI_Comm from, MPI_Comm *made) {
                             return real.Intercomm_merge(from, number_, made);
                         });
        parts.make(parts.scratch[2].get(), number_);
        // The arguments are ours, so that an error is a death's doing, whatever its code says: Open
        // MPI may have got half a message. (One that stays is genuine after all.)
        if (parts.joint.code != MPI_SUCCESS && attempts_ < static_cast<int>(members_.size()))
            parts.joint.code = MPIX_ERR_PROC_FAILED;
        if (!parts.completed() && local_ != nullptr) freeze(*local_);
        if (!parts.completed() && hidden != MPI_COMM_NULL)
            static_cast<void>(real.Comm_revoke(hidden));
        parts.conclude();
        if (inter) world().retired.add(std::move(inter));
        return parts;
    }

    Communicator *local_; ///< nullptr: this process is its side
    const Side &mine_;
    const Side &theirs_;
    int number_;
    std::vector<int> members_; ///< by joint ranks, in MPI_COMM_WORLD
    std::uint64_t name_ = 0;
    int attempts_ = 0;
    Group everyone_;
    Comm self_;
};

std::uint64_t next_ticket(const Communicator *local) noexcept {
    static std::atomic<std::uint64_t> calls_alone = 0;
    if (local != nullptr) return mix(local->name, local->sequence);
    return mix(static_cast<std::uint64_t>(world().rank) + (std::uint64_t{1} << 40), ++calls_alone);
}

bool overlap(const Side &a, const Side &b) noexcept {
    return std::any_of(a.members.begin(), a.members.end(), [&](int rank) {
        return std::find(b.members.begin(), b.members.end(), rank) != b.members.end();
    });
}

} // namespace

int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader,
                  int tag, MPI_Comm *newcomm) noexcept {
    const auto native = [&] {
        return real.Intercomm_create(local_comm, local_leader, bridge_comm, remote_leader, tag,
                                     newcomm);
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
    const bool able = local != nullptr || size == 1;
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
    if (overlap(mine, theirs)) return native();
    Meeting meeting(local, mine, theirs);
    std::optional<SidedParts> parts = meeting.run();
    if (!parts)
        return without_leader(raises, theirs.members[static_cast<std::size_t>(theirs.leader)],
                              newcomm);
    return deliver_sides(raises, std::move(*parts), meeting.numbering(), local_comm, newcomm);
}

} // namespace closeranks
