#include "runtime/replication/wire.hpp"

#include "runtime/membership/process_locations.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace closeranks::replication {

namespace {

struct Wire {
    Comm comm;
    std::vector<ProcessId> processes; ///< by place
    std::vector<int> places;          ///< by process; -1: it is not on the wire
};

Wire &the_wire() noexcept {
    static NeverDestroyed<Wire> one;
    return one.value;
}

Wire wire_on(Comm comm) {
    Wire made;
    const Group members = group_of(comm.get());
    const Group all = group_of(MPI_COMM_WORLD);
    int count = 0;
    static_cast<void>(real.Group_size(members.get(), &count));
    std::vector<int> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    std::vector<int> processes(places.size());
    static_cast<void>(real.Group_translate_ranks(members.get(), count, places.data(), all.get(),
                                                 processes.data()));
    made.comm = std::move(comm);
    made.places.assign(static_cast<std::size_t>(world().processes()), -1);
    for (const int place : places) {
        const int process = processes[static_cast<std::size_t>(place)];
        made.processes.push_back(ProcessId{process});
        made.places[static_cast<std::size_t>(process)] = place;
    }
    return made;
}

/// For a process that failed in MPI_Init, the location of the other process of its rank is used.
void set_locations(const Wire &made, const std::vector<Location> &by_place) {
    std::vector<Location> by_process(made.places.size());
    for (std::size_t place = 0; place < by_place.size(); ++place)
        by_process[static_cast<std::size_t>(number_of(made.processes[place]))] = by_place[place];
    for (int process = 0; process < world().processes(); ++process) {
        const int rank = world().rank_of(ProcessId{process});
        const int plane = world().plane_of(ProcessId{process});
        const std::optional<ProcessId> other = world().process_of(rank, 1 - plane);
        if (made.places[static_cast<std::size_t>(process)] < 0 && other)
            by_process[static_cast<std::size_t>(process)] =
                by_process[static_cast<std::size_t>(number_of(*other))];
    }
    process_locations().set(by_process);
}

[[nodiscard]] bool tell_locations(const Wire &made) {
    const Location own = own_location();
    std::vector<Location> by_place(made.processes.size());
    if (real.Allgather(&own, sizeof own, MPI_BYTE, by_place.data(), sizeof own, MPI_BYTE,
                       made.comm.get()) != MPI_SUCCESS)
        return false;
    set_locations(made, by_place);
    return true;
}

/// One step of making the wire. A process that fails in a step revokes the communicator, because
/// the other processes would wait for it. Then all agree on whether the step was taken, and repeat
/// it with the survivors if not.
[[nodiscard]] bool try_to_make(bool is_first) {
    Comm comm;
    int code = is_first ? real.Comm_dup(MPI_COMM_WORLD, comm.out())
                        : real.Comm_shrink(MPI_COMM_WORLD, comm.out());
    if (code != MPI_SUCCESS) {
        static_cast<void>(comm.release());
        if (is_first) static_cast<void>(real.Comm_revoke(MPI_COMM_WORLD));
    }
    if (!agree(MPI_COMM_WORLD, code == MPI_SUCCESS)) {
        static_cast<void>(comm.release()); // other processes may send on it still
        return false;
    }
    static_cast<void>(real.Comm_set_errhandler(comm.get(), MPI_ERRORS_RETURN));
    Wire made = wire_on(std::move(comm));
    const bool are_told = tell_locations(made);
    if (!are_told) static_cast<void>(real.Comm_revoke(made.comm.get()));
    if (!agree(MPI_COMM_WORLD, are_told)) {
        static_cast<void>(made.comm.release());
        return false;
    }
    the_wire() = std::move(made);
    return true;
}

} // namespace

MPI_Comm wire() noexcept { return the_wire().comm.get(); }

bool make_wire() {
    constexpr int attempts = 100; // each costs more than one failure
    const ErrorsReturn guard;
    for (int attempt = 0; attempt < attempts; ++attempt)
        if (try_to_make(attempt == 0)) return true;
    return false;
}

std::optional<int> place_on_wire(ProcessId process) noexcept {
    const int place = the_wire().places[static_cast<std::size_t>(number_of(process))];
    return place >= 0 ? std::optional(place) : std::nullopt;
}

ProcessId process_at(int place) noexcept {
    return the_wire().processes[static_cast<std::size_t>(place)];
}

std::vector<ProcessId> absent_from_wire() {
    std::vector<ProcessId> absent;
    for (int process = 0; process < world().processes(); ++process)
        if (!place_on_wire(ProcessId{process})) absent.push_back(ProcessId{process});
    return absent;
}

} // namespace closeranks::replication
