#include "runtime/commit/batch.hpp"

#include "runtime/commit/batch_sums.hpp"
#include "runtime/commit/recovery_server.hpp"
#include "runtime/core/duplicates.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/mix.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace closeranks {

namespace {

/// A communicator that this process can repair in the batch, if all others can.
struct Candidate {
    Communicator *communicator;
    Comm working{};

    /// Equal at two members if these have completed the same collectives, in the same repair epoch.
    [[nodiscard]] std::uint64_t state() const noexcept {
        const Communicator &c = *communicator;
        return mix(mix(c.identity.global_id(), c.sequence.get()), c.collectives.epoch().get());
    }
};

/// True for communicators without parts or members that other communicators do not have.
bool is_plain(const Communicator &c) noexcept {
    return !c.identity.spans_worlds() && !c.creation.is_all_new() &&
           c.identity.sides() == nullptr && c.layout.stands_alone();
}

bool has_members_of(Communicator &c, Communicator &other) noexcept {
    return &other != &c && other.size == c.size && other.rank == c.rank && is_plain(other) &&
           recovery_server().have_same_members(c, other);
}

/// True while this process is in no collective of `c`, and in no vote on it.
bool is_idle(const Communicator &c) noexcept {
    return !c.collectives.is_in_call() && !c.fast.is_on() && !c.collectives.is_attempting() &&
           !c.collectives.is_voting() && c.tasks.empty() && !recovery_server().has_joined(c);
}

int survivors_in(const Communicator &c) noexcept { return c.size - c.absent(); }

/// True if this process is about to repair `c`, as far as it knows: not in votes without failures.
bool expects_repair(const Communicator &c) noexcept {
    return c.obstacles.has(Obstacles::frozen) || !lost_ranks().empty();
}

/// In the same order at all members.
std::vector<Candidate> find_candidates(Communicator &c) {
    std::vector<Candidate> found;
    const RecoveryTurn turn;
    runtime().communicators.for_each([&](Communicator &other) {
        const bool has_lost = survivors_in(other) != survivors_in(c);
        if (has_lost && has_members_of(c, other) && is_idle(other))
            found.push_back({.communicator = &other});
    });
    std::sort(found.begin(), found.end(), [](const Candidate &a, const Candidate &b) {
        return a.communicator->identity.global_id() < b.communicator->identity.global_id();
    });
    return found;
}

/// Leaves the candidates that all members of `working` have, and in the same state.
int leave_common(std::vector<Candidate> &candidates, MPI_Comm working, std::uint64_t round) {
    BatchSums sums(round);
    for (const Candidate &one : candidates)
        sums.add(one.communicator->identity.global_id(), one.state());
    const int code =
        real.Allreduce(MPI_IN_PLACE, sums.data(), sums.size, MPI_UINT64_T, MPI_SUM, working);
    if (code != MPI_SUCCESS) return code;
    // Success beside a failure proves nothing (Quirk::success_without_result), and members with
    // other sums would start other duplicates.
    if (is_broken(working)) return MPIX_ERR_PROC_FAILED;
    int members = 0;
    static_cast<void>(real.Comm_size(working, &members));
    std::erase_if(candidates, [&](const Candidate &one) {
        return !sums.is_common(one.communicator->identity.global_id(), one.state(), members);
    });
    return MPI_SUCCESS;
}

} // namespace

bool can_lead_batch(Communicator &c) noexcept {
    const Runtime &w = runtime();
    // In a task, the program's own stack may come to the other communicators meanwhile. While lost
    // ranks are recovered, the resume point makes all communicators anew.
    if (!w.optimistic || !expects_repair(c) || w.threads || is_in_task() ||
        w.config.brings_back() || c.collectives.has_failed_batch() || !is_plain(c) ||
        !keeps_idups_apart())
        return false;
    // A batch takes as long as two repairs or so, and some of its communicators may not be used.
    constexpr int fewest = 3;
    int found = 0;
    const RecoveryTurn turn;
    runtime().communicators.for_each([&](Communicator &other) {
        if (found < fewest && has_members_of(c, other)) ++found;
    });
    return found == fewest;
}

std::vector<Renewed> renew_batch(Communicator &c) noexcept {
    std::vector<Candidate> candidates = find_candidates(c);
    std::vector<Renewed> renewed;
    bool has_failed = false;
    const ErrorsReturn guard; // errors of requests are raised on MPI_COMM_WORLD
    c.working.run([&](MPI_Comm working) {
        Duplicates duplicates(working);
        int code = leave_common(candidates, working,
                                mix(c.identity.global_id(), c.collectives.epoch().get()));
        for (Candidate &one : candidates) {
            if (code != MPI_SUCCESS) break;
            runtime().injector.repairing();
            duplicates.add(one.working);
        }
        code = duplicates.finish(code);
        // Until then no member sends anything on them.
        has_failed = !agree(working, code == MPI_SUCCESS && !is_broken(working));
    });
    c.collectives.set_batch_failed(has_failed);
    for (Candidate &one : candidates) {
        if (!has_failed)
            renewed.push_back({one.communicator, WorkingComm(std::move(one.working))});
        else if (one.working)
            runtime().quarantined_comms.add(std::move(one.working));
    }
    return renewed;
}

} // namespace closeranks
