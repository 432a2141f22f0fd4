#include "runtime/commit/catch_up.hpp"

#include "runtime/commit/blocks.hpp"
#include "runtime/commit/commit.hpp"
#include "runtime/commit/judge_result.hpp"
#include "runtime/commit/leaving.hpp"
#include "runtime/commit/recovery_server.hpp"
#include "runtime/commit/snapshot.hpp"
#include "runtime/commit/vote.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

namespace closeranks {

namespace {

using Bytes = RecoveryServer::Bytes;
using Elements = LogPlan::Elements;

/// Copies bytes that came from another member to their place, if they are as many as expected (in a
/// correct program they are).
int deliver_bytes(Communicator &c, const Bytes &bytes, const Elements &into) noexcept {
    if (bytes.size() != AnyType::size_of(c, into)) return c.raise(MPI_ERR_TRUNCATE);
    put(bytes.data(), into);
    return MPI_SUCCESS;
}

bool is_working(const Communicator &c, int rank) noexcept {
    return c.working_ranks->live(rank) != RankMap::missing;
}

/// The members whose contributions an `entry` lacks; `size` bytes of the entry are data
/// (answer_fetch() of RecoveryServer).
std::vector<int> lacking_in(const Bytes &entry, std::size_t size) {
    std::vector<int> ranks(entry.size() > size ? (entry.size() - size) / sizeof(int) : 0);
    if (!ranks.empty()) std::memcpy(ranks.data(), entry.data() + size, ranks.size() * sizeof(int));
    return ranks;
}

/// Copies the blocks that another member has of an Allgather. A block that the other member lacks
/// is missing here as well: its place stays unchanged.
int deliver_blocks(Communicator &c, const Operation &operation, const Bytes &entry,
                   std::size_t bytes) noexcept {
    if (operation.inputs != nullptr) operation.inputs->restore();
    if (entry.size() < bytes) return c.raise(MPI_ERR_TRUNCATE);
    std::vector<int> &silent = *operation.silent; // the vector of run_carefully()
    silent = lacking_in(entry, bytes);
    const std::size_t size = bytes / static_cast<std::size_t>(c.size);
    for (int rank = 0; rank < c.size; ++rank)
        if (is_working(c, rank) && std::find(silent.begin(), silent.end(), rank) == silent.end())
            put(entry.data() + size * static_cast<std::size_t>(rank),
                block_of(operation.kept.mine, rank));
    c.collectives.set_contributors(c.size - c.absent() - static_cast<int>(silent.size()));
    return MPI_SUCCESS;
}

/// The elements of one contribution in memory of their own, as a reduction needs them.
class Operand {
  public:
    Operand(const std::byte *packed, const Elements &like)
        : layout_(extent_of(like.type)),
          memory_(std::make_unique<std::byte[]>(
              static_cast<std::size_t>(layout_.extent * (like.count - 1) + layout_.true_extent))) {
        unpack_elements(packed, data(), like.count, like.type);
    }
    [[nodiscard]] void *data() noexcept { return memory_.get() - layout_.true_lower_bound; }

  private:
    DatatypeExtent layout_;
    std::unique_ptr<std::byte[]> memory_;
};

/// right = left op right; returns the MPI's error code.
int reduce_into(const LogPlan &kept, Operand &left, Operand &right) noexcept {
    return CLOSERANKS_LARGE(Reduce_local)(left.data(), right.data(), kept.theirs.count,
                                          kept.theirs.type, kept.op);
}

/// MPI_Reduce at the root, in the order of the ranks, over the contributions that exist.
int combine(Communicator &c, const LogPlan &kept, std::vector<Bytes> &contributions) noexcept {
    const std::size_t size = AnyType::size_of(c, kept.theirs);
    Bytes &own = contributions[static_cast<std::size_t>(c.rank)];
    own.resize(size);
    AnyType::copy_out(given(kept), size, own.data());
    std::unique_ptr<Operand> result;
    for (auto bytes = contributions.rbegin(); bytes != contributions.rend(); ++bytes) {
        if (bytes->size() != size) continue;
        auto operand = std::make_unique<Operand>(bytes->data(), kept.theirs);
        if (result) {
            const int code = reduce_into(kept, *operand, *result);
            if (code != MPI_SUCCESS) return c.raise(code);
        } else {
            result = std::move(operand);
        }
    }
    copy_elements(result->data(), kept.theirs.buffer, kept.theirs.count, kept.theirs.type);
    return MPI_SUCCESS;
}

/// Copies every existing block to its rank's place.
int place(Communicator &c, const LogPlan &kept, const std::vector<Bytes> &contributions) noexcept {
    const std::size_t size = AnyType::size_of(c, kept.theirs);
    for (int rank = 0; rank < c.size; ++rank)
        if (const Bytes &bytes = contributions[static_cast<std::size_t>(rank)];
            !bytes.empty() && bytes.size() == size)
            put(bytes.data(), block_of(kept.theirs, rank));
    return MPI_SUCCESS;
}

void complete(Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    const RecoveryTurn turn;
    keep_with_gaps(c, operation, bytes);
}

void confirm_late(Communicator &c, LogPlan::What what, double slowest) noexcept {
    const RecoveryTurn turn;
    log_confirmed(c, what, slowest);
}

/// MPI_Gather at the root.
int gather(Communicator &c, const LogPlan &kept, std::vector<Bytes> &contributions) noexcept {
    if (kept.mine.count > 0) { // not in place
        Bytes &own = contributions[static_cast<std::size_t>(c.rank)];
        own.resize(AnyType::size_of(c, kept.mine));
        AnyType::copy_out(kept.mine, own.size(), own.data());
    }
    return place(c, kept, contributions);
}

/// MPI_Alltoall.
int exchange(Communicator &c, const LogPlan &kept, std::vector<Bytes> &blocks) noexcept {
    {
        const RecoveryTurn turn;
        const auto own = c.log.find(c.sequence.get(), c.rank);
        blocks[static_cast<std::size_t>(c.rank)].assign(own.begin(), own.end());
    }
    return place(c, kept, blocks);
}

/// Reduce and Gather at the root, and Alltoall need data from all members. The operation counts as
/// completed from now on. So the other members do not wait for this process but send their data for
/// it.
int collect_from_all(Communicator &c, Operation &operation, std::size_t bytes) noexcept {
    if (operation.inputs != nullptr) operation.inputs->restore();
    complete(c, operation, bytes);
    const LogPlan &kept = operation.kept;
    if (bytes == 0) return MPI_SUCCESS;
    std::vector<Bytes> contributions = recovery_server().collect(c, c.sequence.get());
    if (c.layout.is_given_up()) return leave(c);  // some members may not have answered
    std::vector<int> &silent = *operation.silent; // the vector of run_carefully()
    for (int rank = 0; rank < c.size; ++rank)
        if (rank != c.rank && contributions[static_cast<std::size_t>(rank)].empty())
            silent.push_back(rank);
    c.collectives.set_contributors(c.size - static_cast<int>(silent.size()));
    if (kept.what == LogPlan::What::exchange) return exchange(c, kept, contributions);
    return kept.op != MPI_OP_NULL ? combine(c, kept, contributions)
                                  : gather(c, kept, contributions);
}

/// The next living member below in a scan, and its kept data for the members above.
struct Below {
    int rank = -1;              ///< application rank; -1: none
    Bytes entry{};              ///< as copy_prefix() makes it
    std::vector<int> lacking{}; ///< the members below whose contributions `entry` lacks

    /// True when the member below has a result: a member below `rank` has contributed.
    [[nodiscard]] bool has_result(const Communicator &c) const noexcept {
        for (int lower = 0; lower < rank; ++lower)
            if (is_working(c, lower) &&
                std::find(lacking.begin(), lacking.end(), lower) == lacking.end())
                return true;
        return false;
    }
};

/// Waits until the next living member below has its data, or no member below is left.
Below fetch_from_below(Communicator &c, std::size_t bytes) noexcept {
    for (int rank = c.rank - 1; rank >= 0; --rank) {
        Below below{.rank = rank};
        if (is_missing(c, rank) || !recovery_server().fetch(c, rank, c.sequence.get(), below.entry))
            continue;
        below.lacking = lacking_in(below.entry, bytes);
        return below;
    }
    return {};
}

/// Combines the scan's result of the next member `below` with the contributions of both.
int combine_with(Communicator &c, const LogPlan &kept, const Below &below) noexcept {
    const Elements own = given(kept);
    const std::size_t size = AnyType::size_of(c, own);
    if (size == 0) return MPI_SUCCESS;
    Bytes mine(size);
    AnyType::copy_out(own, size, mine.data());
    Operand result(mine.data(), own);
    if (below.rank >= 0) {
        if (below.entry.size() < size * (kept.exclusive ? 2 : 1)) return c.raise(MPI_ERR_TRUNCATE);
        Operand prefix(below.entry.data(), own);
        int code = MPI_SUCCESS;
        if (kept.exclusive && below.has_result(c)) {
            Operand before(below.entry.data() + size, own);
            code = reduce_into(kept, before, prefix);
        }
        if (!kept.exclusive && code == MPI_SUCCESS) code = reduce_into(kept, prefix, result);
        if (code != MPI_SUCCESS) return c.raise(code);
        if (kept.exclusive) {
            copy_elements(prefix.data(), kept.theirs.buffer, own.count, own.type);
            return MPI_SUCCESS;
        }
    }
    if (!kept.exclusive) copy_elements(result.data(), kept.theirs.buffer, own.count, own.type);
    return MPI_SUCCESS;
}

/// A scan. Each member takes the result of the next living member below, once that one has its own.
/// So a contribution in the result of one member is in the results of all members above. The
/// operation counts as completed from now on, as above, but is handed on only when the result is
/// there.
int continue_scan(Communicator &c, Operation &operation, std::size_t bytes) noexcept {
    if (operation.inputs != nullptr) operation.inputs->restore();
    {
        const RecoveryTurn turn;
        static_cast<void>(c.count());
    }
    int code = MPI_SUCCESS;
    std::vector<int> lacking;
    if (bytes != 0) {
        Below below = fetch_from_below(c, bytes);
        code = combine_with(c, operation.kept, below);
        lacking = std::move(below.lacking);
        for (int rank = below.rank + 1; rank < c.rank; ++rank)
            if (is_working(c, rank)) lacking.push_back(rank);
        c.collectives.set_contributors(c.size - c.absent() - static_cast<int>(lacking.size()));
        operation.silent->insert(operation.silent->end(), lacking.begin(), lacking.end());
    }
    const RecoveryTurn turn;
    append(c, operation, bytes);
    if (!lacking.empty()) c.collectives.add_gap({c.sequence.get(), std::move(lacking)});
    return code;
}

/// The program's error in its elements, where these count for nothing. Only the real call reports
/// such an error, and it was not made here or was broken off (invariant I6,
/// docs/developers/design.md).
int own_error(Communicator &c, const Operation &operation) noexcept {
    using enum LogPlan::What;
    const LogPlan &kept = operation.kept;
    const bool at_root = c.rank == operation.root;
    const bool is_theirs = (kept.what == contribution && at_root) ||
                           (kept.what == parts && !at_root) || kept.in_place();
    const Elements &elements = is_theirs ? kept.theirs : kept.mine;
    return check_elements(elements.buffer, elements.count, elements.type, c.messages.get());
}

/// The program's error in the root or the operator. A member that made the same error is ahead with
/// it, and has no result.
int wrong_argument(const Communicator &c, const Operation &operation) noexcept {
    const bool has_root = operation.root != Operation::no_root;
    if (has_root && (operation.root < 0 || operation.root >= c.size)) return MPI_ERR_ROOT;
    const LogPlan &kept = operation.kept;
    return kept.combines && kept.op == MPI_OP_NULL ? MPI_ERR_OP : MPI_SUCCESS;
}

/// Completes the operation, which the member `ahead` has completed. False: each member that had the
/// needed data has failed.
bool adopt(Communicator &c, Operation &operation, std::size_t bytes, bool kept_here, int ahead,
           int &code) noexcept {
    using enum LogPlan::What;
    const LogPlan &kept = operation.kept;
    const std::uint64_t number = c.sequence.get() + 1;
    const bool at_root = c.rank == operation.root;
    Bytes fetched;
    int own = wrong_argument(c, operation);
    code = MPI_SUCCESS;
    if (!kept_here) { // the member ahead has a confirmation: so this one has its result
        double slowest = 0;
        if (is_paced(kept.what)) {
            if (!recovery_server().fetch(c, ahead, number, fetched)) return false;
            std::memcpy(&slowest, fetched.data(), std::min(fetched.size(), sizeof(slowest)));
        }
        confirm_late(c, kept.what, slowest);
        const int outcome = own == MPI_SUCCESS ? operation.outcome : own;
        if (outcome != MPI_SUCCESS) code = c.raise(outcome);
        return true;
    }
    if (own == MPI_SUCCESS && bytes == 0 && kept.what != nothing) own = own_error(c, operation);
    if (own != MPI_SUCCESS) {
        complete(c, operation, bytes);
        code = c.raise(own);
        return true;
    }
    if ((kept.what == contribution && at_root) || kept.what == LogPlan::What::exchange) {
        code = collect_from_all(c, operation, bytes);
        return true;
    }
    if (kept.what == prefix) {
        code = continue_scan(c, operation, bytes);
        return true;
    }
    if (kept.what == result && !at_root) {
        if (!recovery_server().fetch(c, ahead, number, fetched)) return false;
        code = kept.blocks ? deliver_blocks(c, operation, fetched, bytes)
                           : deliver_bytes(c, fetched, kept.mine);
    } else if (kept.what == parts && !at_root) {
        // Counts the operation as completed first, as above: the root may not have got here yet,
        // and must not vote when it does.
        complete(c, operation, bytes);
        if (is_missing(c, operation.root) ||
            !recovery_server().fetch(c, operation.root, number, fetched)) {
            code = go_without_root(c, operation);
        } else if (kept.theirs.count > 0) {
            code = deliver_bytes(c, fetched, kept.theirs);
        }
        return true;
    }
    complete(c, operation, bytes);
    return true;
}

/// Whether a member may have completed the operation. A member that `asks` may have entered it.
MemberAhead ahead_of(const Communicator &c, const Operation &operation, std::size_t bytes,
                     bool asks) noexcept {
    const bool all_have_to_enter = synchronizes(operation, bytes) && !c.layout.may_end_early();
    return !asks && all_have_to_enter ? MemberAhead::impossible : MemberAhead::possible;
}

/// Only failed members may have seen the confirmation, but all survivors have the result of the
/// call itself. That result stands, with the contributions of the failed members.
int stand(Communicator &c, const Operation &operation) noexcept {
    count_agreed(c);
    return operation.outcome == MPI_SUCCESS ? MPI_SUCCESS : c.raise(operation.outcome);
}

} // namespace

int skip(Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    {
        const RecoveryTurn turn;
        static_cast<void>(c.count());
        static_cast<void>(c.log.append(counted(c, operation, bytes), 0, 1));
    }
    return go_without_root(c, operation);
}

bool catch_up(Communicator &c, Operation &operation, std::size_t bytes, bool kept, int &code,
              Breakage &breakage) noexcept {
    if (!breakage.hopeless) breakage.asked = real.Wtime();
    for (bool asks = !breakage.hopeless;; asks = true) {
        std::optional<int> ahead;
        if (asks) ahead = recovery_server().ask(c);
        if (c.layout.is_given_up()) {
            code = leave(c);
            return true;
        }
        if (!ahead) {
            breakage.voted = real.Wtime();
            const Verdict verdict = vote(c, operation.confirmation.entered, operation.at_loss,
                                         ahead_of(c, operation, bytes, asks));
            if (verdict == Verdict::redo) return false;
            if (verdict != Verdict::again) {
                code = verdict == Verdict::commit ? stand(c, operation)
                                                  : go_without_repair(c, operation, verdict);
                return true;
            }
        } else if (adopt(c, operation, bytes, kept, *ahead, code)) {
            return true;
        }
    }
}

} // namespace closeranks
