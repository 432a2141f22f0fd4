#include "runtime/commit/judge_result.hpp"

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/lacking.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <utility>

namespace closeranks {

namespace {

/// Calls act(rank) with the application rank in `c` of everybody who contributes to the result of
/// this process; with that of a neighbour as often as it is one.
template <typename Act>
void for_each_contributor(const Communicator &c, const Contributions &contributions, Act act) {
    using enum Contributions::From;
    if (contributions.from == nobody) return;
    if (contributions.from == neighbours) {
        const std::vector<int> sources = neighbours_of(c.topology, c.rank).sources;
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (contributions.has(static_cast<int>(i))) act(sources[i]);
    } else if (c.sides != nullptr) {
        for (int rank = 0; rank < c.sides->remote_size; ++rank)
            if (contributions.has(rank)) act(c.sides->joint_of_remote(rank));
    } else {
        const int end = contributions.from == lower ? c.rank : c.size;
        for (int rank = 0; rank < end; ++rank)
            if (contributions.has(rank)) act(rank);
    }
}

bool is_among(int rank, const std::vector<int> *ranks) noexcept {
    return ranks != nullptr && std::find(ranks->begin(), ranks->end(), rank) != ranks->end();
}

/// Members of `c` and it itself as MPI_COMM_WORLD has them, in ascending order.
InWorld in_world(const Communicator &c, const std::vector<int> &ranks) {
    const std::vector<int> all = world_ranks_ever_of(c.group.get());
    InWorld found{.communicator = label_of(c), .ranks = {}};
    for (int rank : ranks)
        found.ranks.push_back(all[static_cast<std::size_t>(rank)]);
    std::sort(found.ranks.begin(), found.ranks.end());
    return found;
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

int judge_result(Communicator &c, const Operation &operation) noexcept {
    const bool complete =
        !c.has_missing() && (operation.silent == nullptr || operation.silent->empty());
    if (complete || c.is_internal()) return MPI_SUCCESS;
    const std::vector<int> missing = missing_from(c, operation);
    if (missing.empty()) return MPI_SUCCESS;
    Runtime &w = runtime();
    if (std::exchange(c.recoveries_told, w.recoveries) != w.recoveries)
        tell_if_older(operation.function, c.group.get(), [&] { return describe(label_of(c)); });
    const auto translated = [&] { return in_world(c, missing); };
    w.report.lacking(operation.function, c.local_id, missing, translated);
    switch (policy_of(c, operation.function, PolicyKind::contribution)) {
    case Policy::ignore:
        break;
    case Policy::abort:
        w.report.aborting_without(operation.function, translated(),
                                  way_on(operation.function, PolicyKind::contribution));
        end_program(w.config.abort_code);
    case Policy::error:
        return c.raise(MPIX_ERR_PROC_FAILED);
    }
    return MPI_SUCCESS;
}

} // namespace closeranks
