#include "runtime/commit/repair.hpp"

#include "runtime/commit/batch.hpp"
#include "runtime/commit/repair_callback.hpp"
#include "runtime/core/end_scope.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/ulfm.hpp"

#include <string>
#include <utility>

namespace closeranks {

namespace {

/// Numbers in MPI_COMM_WORLD of the members that the working communicator of `c` lacks.
std::vector<int> missing_from(const Communicator &c) {
    std::vector<int> missing;
    const std::vector<int> in_world = world_ranks_ever_of(c.identity.group());
    for (int rank = 0; rank < c.size; ++rank)
        if (c.working_ranks->live(rank) == RankMap::missing)
            missing.push_back(in_world[static_cast<std::size_t>(rank)]);
    return missing;
}

/// The phases before the repair that began at `begin`.
RepairPhases phases_before(double begin, const Breakage &breakage) noexcept {
    RepairPhases phases;
    if (breakage.voted == 0) return phases;
    phases.voting = begin - breakage.voted;
    if (breakage.asked != 0) phases.asking = breakage.voted - breakage.asked;
    return phases;
}

/// From now on the collectives of `c` run on `fresh`.
void begin_epoch(Communicator &c, WorkingComm fresh) noexcept {
    const RecoveryTurn turn;
    c.working_ranks.replace(map_ranks(c, fresh), runtime().threads);
    for (Comm *part : c.working.parts())
        if (*part) runtime().quarantined_comms.add(std::move(*part));
    c.working = std::move(fresh);
    c.layout.begin_epoch();
    c.collectives.begin_epoch();
    c.obstacles.put(Obstacles::missing, c.has_missing() || c.identity.lacks_topology());
    c.obstacles.put(Obstacles::frozen, false);
    c.obstacles.put(Obstacles::broken, false);
}

/// Marks other communicators that have lost a member, so that they need not find it out by a call.
/// Done once for each failure, because there may be many communicators.
void mark_broken_ones() noexcept {
    static constinit int marked = 0; // failures; changes in turns only
    if (!runtime().optimistic) return;
    const RecoveryTurn turn;
    const int failures = FailedProcesses::count();
    if (failures == marked) return;
    marked = failures;
    runtime().communicators.for_each([](Communicator &c) {
        if (!c.layout.is_part() && c.working.failed() > 0) c.obstacles.put(Obstacles::broken, true);
    });
}

/// `failures`: failed processes when the making of `fresh` began.
void take_into_use(Communicator &c, WorkingComm fresh, int failures) noexcept {
    begin_epoch(c, std::move(fresh));
    c.failures_seen = failures;
    static_cast<void>(notice_failures(c));
}

void report_repair(Communicator &c, Function function, double seconds,
                   const RepairPhases &phases) noexcept {
    runtime().report.repaired({.communicator = label_of(c),
                               .size = c.size,
                               .survivors = c.size - c.absent(),
                               .at = 0,
                               .seconds = seconds,
                               .phases = phases,
                               .letters = c.commit_messages.take_counts(),
                               .function = function,
                               .missing = missing_from(c)});
}

/// Repairs the communicators that have the members of `c`, which has just been repaired.
void repair_batch(Communicator &c, Function function, int failures) noexcept {
    const double begin = real.Wtime();
    std::vector<Renewed> batch = renew_batch(c);
    const double seconds = real.Wtime() - begin;
    for (Renewed &one : batch) {
        Communicator &other = *one.communicator;
        take_into_use(other, std::move(one.working), failures);
        report_repair(other, function, seconds, {.shrinking = seconds});
        repair_callback().add_to_batch(other);
    }
}

constexpr int rounds_to_spare = 100;

[[noreturn]] void give_up(const Communicator &c) noexcept {
    const std::string why = describe_as_one(label_of(c)) +
                            " could not be repaired: Open MPI fails to shrink it although no other "
                            "process dies";
    const EndScope scope = scope_of(c);
    runtime().report.say("%s; %s", why.c_str(), scope.told.sentence.c_str());
    if (scope.of_job) end_program(runtime().config.abort_code, why);
    end(scope, runtime().config.abort_code, {.own = "ended: " + why, .others = "ended: " + why});
}

} // namespace

RankMap map_ranks(const Communicator &c, MPI_Comm live) {
    return {c.size, translate_ranks(group_of(live).get(), c.identity.group())};
}

RankMap map_ranks(const Communicator &c, const WorkingComm &live) {
    return live.run([&](MPI_Comm all) { return map_ranks(c, all); });
}

void repair(Communicator &c, const Breakage &breakage) noexcept {
    Runtime &w = runtime();
    w.injector.repairing();
    const double begin = real.Wtime();
    RepairPhases phases = phases_before(begin, breakage);
    const int failures =
        // The new communicator may not see later failures.
        runtime().optimistic ? FailedProcesses::count() : 0;
    // Revokes the broken communicator, so that each process still inside a collective on it gets
    // out of it.
    c.working.revoke();
    const double revoked = real.Wtime();
    phases.revoking = revoked - begin;
    WorkingComm fresh;
    // Each round that fails costs the life of at least one member, or Open MPI is beyond repair.
    for (; !c.working.shrink_to(fresh); ++phases.rounds)
        if (phases.rounds > c.size + rounds_to_spare) give_up(c);
    phases.shrinking = real.Wtime() - revoked;
    take_into_use(c, std::move(fresh), failures);
    report_repair(c, breakage.function, real.Wtime() - begin, phases);
    if (c.collectives.leads_batch())
        repair_batch(c, breakage.function, failures);
    else
        c.collectives.set_batch_failed(false);
    mark_broken_ones();
}

} // namespace closeranks
