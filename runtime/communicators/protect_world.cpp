#include "runtime/communicators/protect_world.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/briefing.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/remaking.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/duplicates.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/messages/partition_traffic.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/stall/stall_watch.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/laps.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdlib>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

constexpr auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };

/// Makes a communicator of the processes that stand for ranks, in the order of the ranks. All
/// processes know their rank.
constexpr auto create_of_ranks = [](MPI_Comm from, MPI_Comm *made) {
    Group living;
    static_cast<void>(
        real.Group_intersection(members().group(), group_of(from).get(), living.out()));
    return real.Comm_create(from, living.get(), made);
};

void set_aside(Comm &comm) noexcept {
    if (comm) runtime().quarantined_comms.add(std::move(comm));
}

/// The base of the protection of MPI_COMM_WORLD, while it is made. Parts that are not taken into
/// use are set aside, because other processes may still send on them.
struct Foundation {
    Foundation() = default;
    Foundation(Foundation &&) = default;
    Foundation &operator=(Foundation &&) = delete;
    ~Foundation() {
        for (Comm *part :
             {&parts.handle, &parts.messages, &parts.working, &carrier, &spares, &services})
            set_aside(*part);
    }

    Parts parts;
    Comm carrier; ///< at first, where the processes are not in the order of the ranks
    Comm spares;
    Comm services;
    std::vector<Remade> others; ///< communicators of the program that are made again

    void make_own(Duplicates &of_ranks) noexcept {
        for (Comm *part : {&parts.messages, &parts.working, &services})
            if (!*part) of_ranks.add(*part);
    }
};

/// Makes a communicator of all live processes. False: a process has failed meanwhile.
[[nodiscard]] bool find_survivors(Comm &survivors) noexcept {
    const int code = real.Comm_shrink(members().everybody(), survivors.out());
    if (code != MPI_SUCCESS) static_cast<void>(survivors.release()); // see Parts::make
    return agree(members().everybody(), code == MPI_SUCCESS);
}

using MakeOthers = FunctionRef<void(Foundation &made, Duplicates &of_ranks)>;

/// One attempt, among the processes of `from`. `is_first`: before the program has begun. False: a
/// process has failed meanwhile, and the survivors have to repeat the attempt. All processes get
/// the same answer.
[[nodiscard]] bool make(Foundation &made, MPI_Comm from, bool is_first,
                        MakeOthers make_others) noexcept {
    Parts &parts = made.parts;
    if (!members().is_plain()) {
        Comm &ranks = is_first ? made.carrier : parts.messages;
        parts.make(ranks, from, create_of_ranks);
        if (members().has_spares() && !made.spares) parts.make(made.spares, from, dup);
        if (parts.code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(from));
        // No process may begin on the new communicator, and wait there, while another one has not
        // got it.
        if (!agree(members().everybody(), parts.code == MPI_SUCCESS)) return false;
        from = ranks.get();
    }
    // A process that stands for no rank takes part only so far.
    if (members().rank() == MPI_UNDEFINED) return agree(members().everybody(), true);
    Duplicates of_ranks(from);
    made.make_own(of_ranks);
    make_others(made, of_ranks);
    parts.code = of_ranks.finish(parts.code);
    return agree(members().everybody(), parts.code == MPI_SUCCESS);
}

void replace(Comm &old, Comm fresh) noexcept {
    set_aside(old);
    old = std::move(fresh);
}

/// Takes a foundation into use that all processes have. `before`: the protection until now, or
/// nullptr.
Communicator *settle_on(Foundation made, bool serving, Communicator *before) noexcept {
    Runtime &w = runtime();
    replace(w.spares, std::move(made.spares));
    if (w.spares) static_cast<void>(real.Comm_set_errhandler(w.spares.get(), MPI_ERRORS_RETURN));
    if (members().rank() == MPI_UNDEFINED) return nullptr;
    replace(w.services, std::move(made.services));
    for (const MPI_Comm own : {w.services.get(), made.carrier.get()})
        if (own != MPI_COMM_NULL)
            static_cast<void>(real.Comm_set_errhandler(own, MPI_ERRORS_RETURN));
    partition_traffic().comm = w.services.get();
    if (serving) recovery_server().start(w.services.get());
    if (w.progresses) stall_watch().start(w.services.get());
    if (before != nullptr) w.communicators.erase(MPI_COMM_WORLD);
    made.parts.handle = Comm(MPI_COMM_WORLD);
    Communicator *const everyone = protect(std::move(made.parts), {members().copy_of_group(), {}});
    everyone->identity.became_world(members().is_plain() ? MPI_COMM_WORLD : made.carrier.release(),
                                    before != nullptr ? &before->identity : nullptr);
    if (before != nullptr) take_over(*everyone, *before);
    return everyone;
}

// A process may fail while others are still here. An attempt on which the survivors do not agree is
// redone with the survivors.
constexpr int attempts = 100;

} // namespace

Communicator *protect_world(bool serving) noexcept {
    const ErrorsReturn guard;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Foundation made;
        Comm survivors;
        if (attempt > 0 && !find_survivors(survivors)) continue;
        if (!make(made, survivors ? survivors.get() : members().everybody(), true,
                  [](Foundation &, Duplicates &) {})) {
            set_aside(survivors);
            continue;
        }
        // A process that was not told the hosts of all has revoked MPI_COMM_WORLD.
        process_locations().set_known_to_all(attempt == 0);
        Communicator *const everyone = settle_on(std::move(made), serving, nullptr);
        if (everyone != nullptr && attempt > 0) static_cast<void>(notice_failures(*everyone));
        return everyone;
    }
    return nullptr;
}

namespace {

std::vector<int> ranks_in(const std::vector<Replacement> &replaced) {
    std::vector<int> ranks;
    for (const Replacement &one : replaced)
        ranks.push_back(one.rank);
    return ranks;
}

/// The communicator of all live processes, including the added ones: `survivors`, or
/// Members::everybody(). MPI_COMM_NULL: a process has failed meanwhile.
MPI_Comm gather_processes(Comm &survivors, AddProcesses add, Laps &laps,
                          RecoveryPhases &phases) noexcept {
    const bool found = find_survivors(survivors);
    laps.add(phases.shrinking);
    if (!found) return MPI_COMM_NULL;
    int living = 0;
    static_cast<void>(real.Comm_size(survivors.get(), &living));
    const bool added = living < members().size() && add(survivors.get());
    laps.add(phases.starting);
    return added ? members().everybody() : survivors.get();
}

} // namespace

Communicator *protect_world_again(bool serving, AddProcesses add, bool just_come,
                                  RecoveryPhases &phases) noexcept {
    const ErrorsReturn guard;
    Runtime &w = runtime();
    const bool was_spare = members().rank() == MPI_UNDEFINED;
    const std::vector<ProcessId> before = members().by_rank();
    const double begin = real.Wtime();
    Laps laps;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        // A process that is started in this attempt is told which processes stood for the ranks
        // before. It is not told the choice of an earlier attempt that failed. All processes derive
        // the recovered ranks from that.
        if (attempt > 0) members().assign(before);
        Foundation made;
        Comm survivors;
        const MPI_Comm from =
            just_come ? members().everybody() : gather_processes(survivors, add, laps, phases);
        just_come = false;
        if (from == MPI_COMM_NULL) continue;
        Briefing told;
        made.parts.code = share(told, before, from);
        const std::vector<int> back = ranks_in(replacements(before, told.by_rank));
        if (made.parts.code == MPI_SUCCESS) {
            // This process may not have heard of all failures before the live processes were
            // counted.
            if (!was_spare) w.report.lost(lost_ranks().add(back));
            members().assign(told.by_rank);
        }
        // Ranks whose processes this one cannot name stay missing, so the others continue without
        // this process.
        if (made.parts.code == MPI_SUCCESS && !members().is_known()) die(EXIT_FAILURE);
        // The spares wait on this communicator: no other is made for it.
        if (survivors && from == survivors.get() && members().has_spares())
            made.spares = std::move(survivors);
        const bool is_made = make(made, from, false, [&](Foundation &on, Duplicates &of_ranks) {
            laps.add(phases.protecting);
            told.recipes =
                renew_recipes(std::move(told.recipes), of_ranks.parent(), back, on.parts.code);
            on.others = make_again(told.recipes, of_ranks, on.parts.code);
            laps.add(phases.remaking);
        });
        laps.add(phases.agreeing);
        if (!is_made) {
            set_aside(survivors);
            continue;
        }
        know_recipes(std::move(told.recipes));
        w.recovery.set_in_vain(told.vain_recoveries);
        lost_ranks().recover(back);
        w.recovery.set_replaced(back);
        std::vector<Remade> others = std::exchange(made.others, {});
        const bool comes_back = was_spare && members().rank() != MPI_UNDEFINED;
        if (comes_back) {
            begin_returning(std::move(others));
            w.report.learn(w.config, told.history, replacements(before, members().by_rank()),
                           real.Wtime() - begin, phases);
        }
        made.parts.name = mix(0, static_cast<std::uint64_t>(lost_ranks().recoveries()));
        Communicator *const everyone = settle_on(std::move(made), serving, w.everyone);
        if (everyone == nullptr) return nullptr; // still a spare
        if (!comes_back) protect_all_again(std::move(others));
        static_cast<void>(notice_failures(*everyone));
        laps.add(phases.agreeing);
        return everyone;
    }
    members().assign(before);
    return nullptr;
}

} // namespace closeranks
