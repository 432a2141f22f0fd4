#include "runtime/processes/resume.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/protect_world.hpp"
#include "runtime/communicators/recipes.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/processes/rejoining.hpp"
#include "runtime/processes/respawn.hpp"
#include "runtime/processes/spare.hpp"
#include "runtime/run/members.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/stall/stall_watch.hpp"
#include "runtime/support/laps.hpp"
#include "runtime/windows/window.hpp"
#include "runtime/windows/window_losses.hpp"

#include <string>
#include <vector>

namespace closeranks {

namespace {

int spares_left() {
    const Comm &spares = runtime().spares;
    return spares ? static_cast<int>(members().spares_in(spares.get()).size()) : 0;
}

/// Whether a lost rank would get another process.
bool can_bring_back() {
    const Runtime &w = runtime();
    return (w.config.recovers_by_spares && spares_left() != 0) || can_start_replacements();
}

/// All survivors are here, so that nobody needs what the services have.
void bring_back() noexcept {
    Runtime &w = runtime();
    const double begin = real.Wtime();
    Laps laps;
    RecoveryPhases phases;
    const std::vector<ProcessId> before = members().by_rank();
    stall_watch().stop();
    recovery_server().stop();
    call_spares();
    laps.add(phases.calling);
    w.everyone = protect_world_again(w.optimistic, add_processes, false, phases);
    if (w.everyone == nullptr) {
        const std::string why = "the protection of MPI_COMM_WORLD could not be made anew: Open MPI "
                                "fails although nobody else dies";
        w.report.say("%s; the program ends", why.c_str());
        end_program(w.config.abort_code, why);
    }
    lose_replaced(w.replaced);
    w.report.recovered(replacements(before, members().by_rank()), real.Wtime() - begin, phases,
                       spares_left(), can_start_replacements());
}

/// What a loss spoils until the next resume point will be done again, if somebody can come back.
void choose_policies() noexcept { runtime().lost_come_back = can_bring_back(); }

} // namespace

closeranks_role resume() noexcept {
    // What it waits for is what a barrier waits for.
    Entry entry(Function::Barrier);
    Runtime &w = runtime();
    w.resumed = true;
    if (w.returning) {
        returning().end();
        note_open_epochs();
        rejoin_objects(entry);
        choose_policies();
        return CLOSERANKS_RECOVERED;
    }
    if (!w.active || !w.config.brings_back()) return CLOSERANKS_INITIAL;
    static_cast<void>(meet(Function::Barrier, *w.everyone));
    if (!can_bring_back()) return CLOSERANKS_INITIAL; // all know by now who is missing
    if (!are_recipes_known()) {
        w.everyone->working.run([](MPI_Comm survivors) { learn_recipes(survivors); });
        note_open_epochs();
    }
    // Those who come back do not meet: they are still on their way.
    const bool recovers = w.everyone->has_missing();
    if (recovers) {
        bring_back();
        rejoin_objects(entry);
    }
    choose_policies();
    return recovers && !w.replaced.empty() ? CLOSERANKS_SURVIVOR : CLOSERANKS_INITIAL;
}

} // namespace closeranks
