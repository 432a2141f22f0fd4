#include "runtime/joining.hpp"

#include "runtime/among.hpp"
#include "runtime/collective.hpp"
#include "runtime/creating.hpp"
#include "runtime/intercommunicator.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
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

/// Step 1, at the leader.
Letter meet_leader(const Side &mine, bool able, const OtherLeader &other) noexcept {
    if (other.comm == MPI_COMM_NULL) return Letter(Letter::pass);
    const Letter gone(Letter::leaderless, other.in_world);
    Letter sent(able ? Letter::known : Letter::pass, mine);
    Letter received;
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (other.rank == RankMap::missing ||
        real.Irecv(received.data(), received.length(), MPI_INT, other.rank, other.tag, other.comm,
                   &requests[0]) != MPI_SUCCESS)
        return gone;
    if (real.Isend(sent.data(), sent.length(), MPI_INT, other.rank, other.tag, other.comm,
                   &requests[1]) != MPI_SUCCESS)
        requests[1] = MPI_REQUEST_NULL;
    // A leader that died after it sent its list has done its part: its side may know ours.
    const bool heard = real.Wait(&requests[0], MPI_STATUS_IGNORE) == MPI_SUCCESS;
    static_cast<void>(real.Wait(&requests[1], MPI_STATUS_IGNORE));
    if (!heard) return gone;
    return able ? received : Letter(Letter::pass);
}

/// Step 2: everybody on this side gets the leader's letter. Returns what the call is to return if
/// there is none.
int spread(const OwnSide &own, Letter &letter) noexcept {
    const auto bcast = [&](MPI_Comm working, int root) {
        return real.Bcast(letter.data(), letter.length(), MPI_INT, root, working);
    };
    Operation operation{.function = own.function,
                        .root = own.leader,
                        .native = bcast,
                        .result_is_shared = true,
                        .kept = agree_on()};
    return run_carefully(*own.local, operation);
}

/// What the call returns when the other side cannot be found, as the policy of `c` says.
int without_leader(Communicator &c, Function function, int in_world, MPI_Comm *newcomm) noexcept {
    *newcomm = MPI_COMM_NULL;
    return apply_policy_in_world(c, function, in_world);
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

std::optional<int> join_sides(const OwnSide &own, FunctionRef<OtherLeader()> find_leader,
                              MPI_Comm *newcomm) noexcept {
    Side mine;
    mine.leader = own.leader;
    mine.ticket = next_ticket(own.local);
    mine.members = own.local != nullptr ? world_ranks_of(own.local->group.get())
                                        : std::vector<int>{world().rank};
    Letter letter;
    if (own.is_led_by_us) letter = meet_leader(mine, own.able, find_leader());
    if (!own.able) return std::nullopt;
    if (own.local != nullptr) {
        const int code = spread(own, letter);
        if (letter.word() == Letter::nobody) {
            refuse(mine.tag());
            *newcomm = MPI_COMM_NULL;
            return code;
        }
    }
    Communicator &raises = own.local != nullptr ? *own.local : *world().everyone;
    if (letter.word() == Letter::pass) return std::nullopt;
    if (letter.word() == Letter::leaderless) {
        refuse(mine.tag());
        return without_leader(raises, own.function, letter.leader(), newcomm);
    }
    const Side theirs = letter.side();
    if (overlap(mine.members, theirs.members)) return std::nullopt;
    std::optional<SidedParts> parts = meet(mine, theirs);
    if (!parts)
        return without_leader(raises, own.function,
                              theirs.members[static_cast<std::size_t>(theirs.leader)], newcomm);
    SidedNumbering numbering{group_of(mine.members), group_of(theirs.members),
                             number_of(mine, theirs)};
    return deliver_sides(raises, std::move(*parts), std::move(numbering), own.handle, newcomm);
}

} // namespace closeranks
