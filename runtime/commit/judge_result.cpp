#include "runtime/commit/judge_result.hpp"

#include "runtime/commit/commit.hpp"
#include "runtime/commit/vote.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/end_scope.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/run/lacking.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <utility>

namespace closeranks {

namespace {

/// Calls act(rank) with the application rank in `c` of each process that contributes to the result
/// of this process. A process that is a neighbour several times is passed as many times.
template <typename Act>
void for_each_contributor(const Communicator &c, const Contributions &contributions, Act act) {
    using enum Contributions::From;
    if (contributions.from == nobody) return;
    if (contributions.from == neighbours) {
        const std::vector<int> sources = neighbours_of(c.identity.topology(), c.rank).sources;
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (contributions.has(static_cast<int>(i))) act(sources[i]);
    } else if (c.identity.sides() != nullptr) {
        for (int rank = 0; rank < c.identity.sides()->remote_size; ++rank)
            if (contributions.has(rank)) act(c.identity.sides()->joint_of_remote(rank));
    } else {
        const int end = contributions.from == lower ? c.rank : c.size;
        for (int rank = 0; rank < end; ++rank)
            if (contributions.has(rank)) act(rank);
    }
}

bool is_among(int rank, const std::vector<int> *ranks) noexcept {
    return ranks != nullptr && std::find(ranks->begin(), ranks->end(), rank) != ranks->end();
}

/// These members of `c`, and `c` itself, as MPI_COMM_WORLD numbers them, in ascending order.
InWorld in_world(const Communicator &c, const std::vector<int> &ranks) {
    const std::vector<int> all = world_ranks_ever_of(c.identity.group());
    InWorld found{.communicator = label_of(c), .ranks = {}};
    for (int rank : ranks)
        found.ranks.push_back(all[static_cast<std::size_t>(rank)]);
    std::sort(found.ranks.begin(), found.ranks.end());
    return found;
}

/// Of the processes that have the result, one reports the missing contributions: the root, or the
/// first process that lacks some. For neighbours each process reports, because no process knows the
/// neighbours of others.
bool says_it_for_all(const Communicator &c, const Operation &operation,
                     const std::vector<int> &missing) {
    using enum Contributions::From;
    if (operation.root != Operation::no_root) return true;
    if (operation.contributions.from == neighbours) return false;
    const bool of_lower = operation.contributions.from == lower;
    for (const int rank : c.working_ranks->survivors())
        if (!of_lower || rank > missing.front()) return rank == c.rank;
    return false;
}

/// Barriers bring no data: a barrier that lacks a rank spoils no result.
bool has_data(Function function) noexcept {
    using enum Function;
    return function != Barrier && function != Ibarrier && function != Barrier_init;
}

Shortfall shortfall_of(const Communicator &c, const Operation &operation,
                       const std::vector<int> &missing) {
    const bool is_used =
        policy_of(c, operation.function, PolicyKind::contribution) == Policy::ignore;
    const bool is_the_runs = c.current_policies == &runtime().policies;
    const Config &config = runtime().config;
    return {.is_said = is_used && has_data(operation.function) &&
                       !runtime().recovery.lost_come_back() &&
                       says_it_for_all(c, operation, missing),
            .of_sums = operation.kept.op == MPI_SUM,
            .can_be_ended = is_the_runs && config.would_end_if_strict(operation.function)};
}

/// Ranks that should have contributed.
std::size_t count_contributors(const Communicator &c, const Contributions &contributions) {
    std::vector<int> ranks;
    for_each_contributor(c, contributions, [&](int rank) { ranks.push_back(rank); });
    if (contributions.from == Contributions::From::neighbours) {
        std::sort(ranks.begin(), ranks.end());
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }
    return ranks.size();
}

void tell_what_lacks(Communicator &c, const Operation &operation,
                     const std::vector<int> &missing) noexcept {
    Runtime &w = runtime();
    const Function function = operation.function;
    if (c.collectives.note_recoveries(lost_ranks().recoveries()))
        tell_if_older(function, c.identity.group(), [&] { return describe_as_one(label_of(c)); });
    w.report.lacking(
        function, c.identity.local_id(), missing,
        has_data(function) ? count_contributors(c, operation.contributions) : 0,
        [&] { return in_world(c, missing); }, [&] { return shortfall_of(c, operation, missing); });
}

/// True if the result of this process lacks the contribution of any lost member, whichever it is.
bool needs_all_members(const Communicator &c, const Contributions &contributions) noexcept {
    if (contributions.from != Contributions::From::members || c.identity.sides() != nullptr)
        return false;
    for (int rank = 0; rank < c.size; ++rank)
        if (!contributions.has(rank)) return false;
    return true;
}

} // namespace

std::vector<int> missing_from(const Communicator &c, const Operation &operation) {
    std::vector<int> missing;
    for_each_contributor(c, operation.contributions, [&](int rank) {
        if (c.working_ranks->live(rank) == RankMap::missing || is_among(rank, operation.silent))
            missing.push_back(rank);
    });
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    return missing;
}

namespace {

/// Ends the program: the result of `function` on `c` lacks a contribution that the policy requires.
[[noreturn]] void end_without(const Communicator &c, Function function, const InWorld &lacking) {
    const Runtime &w = runtime();
    const EndScope scope = scope_of(c);
    runtime().report.aborting_without(function, lacking, scope.told, [&](const std::string &ranks) {
        return way_on(*c.current_policies.load(std::memory_order_acquire), function,
                      PolicyKind::contribution, ranks);
    });
    const std::string cause = "ended with " + name_ranks(lacking.ranks, w.size) + ": " +
                              function_name(function) + " on " + scope.name +
                              " lacks what they would have contributed";
    end(scope, w.config.abort_code, {.own = cause, .others = cause});
}

} // namespace

int cold::judge_result(Communicator &c, const Operation &operation) noexcept {
    if (c.is_internal()) return MPI_SUCCESS;
    const std::vector<int> missing = missing_from(c, operation);
    if (missing.empty()) return MPI_SUCCESS;
    tell_what_lacks(c, operation, missing);
    switch (policy_of(c, operation.function, PolicyKind::contribution)) {
    case Policy::ignore:
        break;
    case Policy::abort:
        end_without(c, operation.function, in_world(c, missing));
    case Policy::error:
        return c.raise(MPIX_ERR_PROC_FAILED);
    }
    return MPI_SUCCESS;
}

AtLoss cold::at_loss(const Communicator &c, const Operation &operation, AtLoss wanted) noexcept {
    if (!votes_have_numbers(c)) return AtLoss::redo;
    if (wanted != AtLoss::redo || !runtime().recovery.goes_back_at_loss() || c.is_internal())
        return wanted;
    const Policy policy = policy_of(c, operation.function, PolicyKind::contribution);
    const bool raises = policy == Policy::error && needs_all_members(c, operation.contributions);
    return raises ? AtLoss::raise : AtLoss::redo;
}

int go_without_repair(Communicator &c, Operation &operation, Verdict verdict) noexcept {
    runtime().injector.repairing();
    c.collectives.go_unrepaired();
    count_agreed(c);
    // The member ahead has failed, and the operation that it had reached is not the next one here.
    c.collectives.set_ahead({});
    static_cast<void>(notice_failures(c));
    if (operation.at_loss == AtLoss::recover)
        return verdict == Verdict::recover ? MPIX_ERR_PROC_FAILED : MPIX_ERR_PROC_FAILED_PENDING;
    if (operation.inputs != nullptr) operation.inputs->restore();
    std::vector<int> missing;
    for (int rank = 0; rank < c.size; ++rank)
        if (is_missing(c, rank)) missing.push_back(rank);
    c.collectives.set_contributors(c.size - static_cast<int>(missing.size()));
    if (!missing.empty()) tell_what_lacks(c, operation, missing);
    return c.raise(MPIX_ERR_PROC_FAILED);
}

} // namespace closeranks
