#include "runtime/processes/resume.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/object_comm.hpp"
#include "runtime/communicators/protect_world.hpp"
#include "runtime/communicators/recipes.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/processes/rejoining.hpp"
#include "runtime/processes/respawn.hpp"
#include "runtime/processes/spare.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/stall/stall_watch.hpp"
#include "runtime/support/laps.hpp"
#include "runtime/windows/window.hpp"
#include "runtime/windows/window_losses.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

int spares_left() {
    const Comm &spares = runtime().spares;
    return spares ? static_cast<int>(members().spares_in(spares.get()).size()) : 0;
}

/// The limit for vain recoveries in a row: a program that fails to get to its resume point so often
/// will always fail there.
constexpr int most_in_vain = 5;

/// True if a lost rank would get a replacement process; the same everywhere.
bool can_bring_back() {
    const Runtime &w = runtime();
    if (w.recovery.in_vain() == most_in_vain) return false;
    return (w.config.recovers_by_spares && spares_left() != 0) || can_start_replacements();
}

/// Marks this process as in closeranks_resume(), so that reports do not name a call that the
/// program does not make.
struct InResume {
    InResume() { runtime().recovery.enter_resume(); }
    ~InResume() { runtime().recovery.leave_resume(); }
    InResume(const InResume &) = delete;
    InResume &operator=(const InResume &) = delete;
};

/// All survivors are here, so that no process needs data of the services.
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
                                "fails although no other process dies";
        w.report.say("%s; the program ends", why.c_str());
        end_program(w.config.abort_code, why);
    }
    lose_replaced(w.recovery.replaced());
    w.report.recovered(replacements(before, members().by_rank()), real.Wtime() - begin, phases,
                       spares_left(), can_start_replacements());
}

/// Adds the ranks that other processes know to the ranks of this process, which may have come
/// later.
void share(std::vector<int> &ranks) noexcept {
    std::vector<std::int64_t> flags(static_cast<std::size_t>(members().size()));
    for (const int rank : ranks)
        flags[static_cast<std::size_t>(rank)] = 1;
    combine_largest(runtime().everyone, Function::Barrier, flags);
    ranks.clear();
    for (std::size_t rank = 0; rank < flags.size(); ++rank)
        if (flags[rank] != 0) ranks.push_back(static_cast<int>(rank));
}

/// Waits until the replacement processes are at the resume point, or lost. `earlier`: replacement
/// processes that have come there before, in the same call. Returns whether any rank is missing;
/// the same everywhere.
bool await_replaced(std::vector<int> earlier) noexcept {
    Runtime &w = runtime();
    RecoveryState &recovery = w.recovery;
    recovery.await_replaced(true);
    const int before = recovery.in_vain();
    // By now all processes know the lost ranks.
    static_cast<void>(meet(Function::Barrier, *w.everyone));
    recovery.await_replaced(false);
    const auto is_lost = [&](int rank) { return is_missing(*w.everyone, rank); };
    const bool lacks = w.everyone->has_missing();
    recovery.set_in_vain(recovery.remove_replaced(is_lost) ? before + 1 : 0);
    if (recovery.in_vain() == most_in_vain) w.report.comes_back_in_vain(most_in_vain);
    std::erase_if(earlier, is_lost);
    earlier.insert(earlier.end(), recovery.replaced().begin(), recovery.replaced().end());
    std::ranges::sort(earlier);
    if (before != 0) share(earlier);
    rejoin_objects();
    recovery.set_replaced(std::move(earlier));
    return lacks;
}

/// Waits until all survivors are at the resume point. Returns whether any rank is missing; the same
/// everywhere. The recovery finds the lost ranks, so nothing is repaired here if there is a
/// recovery.
bool meet_survivors() noexcept {
    Communicator &everyone = *runtime().everyone;
    const bool come_back = can_bring_back();
    const bool waits_for_all =
        come_back ? are_recipes_known() : runtime().recovery.goes_back_at_loss();
    const AtLoss at_loss = waits_for_all ? AtLoss::recover : AtLoss::redo;
    int code = MPIX_ERR_PROC_FAILED_PENDING;
    while (code == MPIX_ERR_PROC_FAILED_PENDING)
        code = meet(Function::Barrier, everyone, at_loss);
    if (code != MPI_SUCCESS && !come_back) code = meet(Function::Barrier, everyone);
    return code != MPI_SUCCESS || everyone.has_missing();
}

/// True when all ranks know the communicators that the program has made until its first resume
/// point.
bool know_program() noexcept {
    if (are_recipes_known()) return true;
    runtime().everyone->working.run([](MPI_Comm survivors) { learn_recipes(survivors); });
    if (!are_recipes_known()) return false;
    note_open_epochs();
    return true;
}

/// If a lost rank can be recovered, work that a loss spoils before the next resume point will be
/// redone. If not, the next loss still takes the program to the resume point, to learn of it, but
/// not once ranks `lack`.
void choose_policies(bool lack) noexcept {
    const bool come_back = can_bring_back();
    runtime().recovery.choose(come_back, come_back || !lack);
}

} // namespace

closeranks_role resume() noexcept {
    // The wait is like that of a barrier.
    Entry entry(Function::Barrier);
    Runtime &w = runtime();
    const InResume here;
    const bool comes_back = WayBack::is_on();
    bool lacks = false;
    std::vector<int> replaced;
    if (comes_back) {
        returning()->end();
        note_open_epochs();
        lacks = await_replaced({});
        replaced = w.recovery.replaced();
    } else {
        if (!w.active || !w.config.brings_back()) return CLOSERANKS_ROLE_INITIAL;
        do // repeated when a process fails while they exchange the ranks
            lacks = meet_survivors();
        while (can_bring_back() && !know_program());
    }
    // Repeated, because a replacement process may be lost on its way.
    while (lacks && can_bring_back()) {
        bring_back();
        lacks = await_replaced(std::move(replaced));
        replaced = w.recovery.replaced();
    }
    choose_policies(lacks);
    if (comes_back) return CLOSERANKS_ROLE_RECOVERED;
    return replaced.empty() ? CLOSERANKS_ROLE_INITIAL : CLOSERANKS_ROLE_SURVIVOR;
}

} // namespace closeranks
