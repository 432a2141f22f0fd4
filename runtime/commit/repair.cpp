#include "runtime/commit/repair.hpp"

#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdlib>
#include <numeric>
#include <utility>

namespace closeranks {

namespace {

/// Application ranks of `c` in the order of their ranks in `live`.
std::vector<int> survivors_in(const Communicator &c, MPI_Comm live) {
    Group group;
    int size = 0;
    if (real.Comm_group(live, group.out()) != MPI_SUCCESS ||
        real.Group_size(group.get(), &size) != MPI_SUCCESS)
        return {};
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<int> application(ranks.size());
    if (real.Group_translate_ranks(group.get(), size, ranks.data(), c.group.get(),
                                   application.data()) != MPI_SUCCESS)
        return {};
    return application;
}

/// One round: shrink, and agree that everybody has the result. Open MPI may fail a shrink at some
/// members only when another process dies in its last phase; or it succeeds with that one as a
/// member, and whoever has heard of the death before it had the communicator is never told again:
/// a wildcard receive on it, such as the root's in a barrier, would wait for ever.
bool shrink(Communicator &c, Comm &fresh, Comm &side) noexcept {
    int code = real.Comm_shrink(c.working.get(), fresh.out());
    if (code == MPI_SUCCESS && c.side) {
        static_cast<void>(real.Comm_set_errhandler(fresh.get(), MPI_ERRORS_RETURN));
        code = real.Comm_split(fresh.get(), c.side_number, 0, side.out());
        // Whoever gives up takes the others along, and ends its turn at context ids by the next
        // shrink: `fresh` is younger than the working communicator.
        if (code != MPI_SUCCESS) {
            static_cast<void>(side.release());
            static_cast<void>(real.Comm_revoke(fresh.get()));
        }
    }
    return agree(c.working.get(), code == MPI_SUCCESS && !is_broken(fresh.get()));
}

constexpr int rounds_to_spare = 100;

[[noreturn]] void give_up(const Communicator &c) noexcept {
    runtime().report.say(
        "communicator %llu could not be repaired: Open MPI fails to shrink it although "
        "nobody else dies; the program ends",
        static_cast<unsigned long long>(c.id));
    static_cast<void>(real.Abort(MPI_COMM_WORLD, runtime().config.abort_code));
    std::abort();
}

} // namespace

RankMap map_ranks(const Communicator &c, MPI_Comm live) { return {c.size, survivors_in(c, live)}; }

void repair(Communicator &c) noexcept {
    Runtime &w = runtime();
    w.injector.repairing();
    const double begin = real.Wtime();
    const int failures =
        runtime().optimistic ? FailedProcesses::count() : 0; // the new one may miss later ones
    // Whoever is still inside a collective on the broken communicator gets out of it.
    static_cast<void>(real.Comm_revoke(c.working.get()));
    if (c.side) static_cast<void>(real.Comm_revoke(c.side.get()));
    Comm fresh;
    Comm side;
    // Each round that fails costs at least one member its life, or Open MPI is beyond repair.
    for (int rounds = 0; !shrink(c, fresh, side); fresh.reset(), side.reset())
        if (++rounds > c.size + rounds_to_spare) give_up(c);
    static_cast<void>(real.Comm_set_errhandler(fresh.get(), MPI_ERRORS_RETURN));
    if (side) {
        static_cast<void>(real.Comm_set_errhandler(side.get(), MPI_ERRORS_RETURN));
        w.quarantined_comms.add(std::exchange(c.side, std::move(side)));
    }
    c.working_ranks.replace(map_ranks(c, fresh.get()), w.threads);
    w.quarantined_comms.add(std::exchange(c.working, std::move(fresh)));
    c.epoch.set(c.epoch.get() + 1);
    c.votes = 0;
    c.frozen = false;
    c.failures_seen = failures;
    c.assess();
    static_cast<void>(notice_failures(c));
    w.report.repaired(c.id, c.size, c.size - c.absent(), real.Wtime() - begin);
}

} // namespace closeranks
