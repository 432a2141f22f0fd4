#include "runtime/replication/communicator.hpp"

#include "runtime/support/handle_table.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <map>
#include <numeric>

namespace closeranks::replication {

namespace {

constexpr std::uint64_t context_of_world = 1;
constexpr std::uint64_t context_of_self = 2;

struct Known {
    HandleTable<MPI_Comm, Communicator> table;
    std::map<MPI_Comm, std::shared_ptr<Communicator>> owned;
    Comm quiet;  ///< of this process alone, without attributes
    Group world; ///< of all processes; the first of them have the numbers of the ranks
};

Known &known() noexcept {
    static NeverDestroyed<Known> known;
    return known.value;
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): each bit of the result depends on all bits.
std::uint64_t mixed(std::uint64_t x) noexcept {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

void insert(std::shared_ptr<Communicator> c) {
    known().table.insert(c->handle, c.get());
    known().owned[c->handle] = std::move(c);
}

} // namespace

Communicator *find(MPI_Comm handle) noexcept { return known().table.find(handle); }

MPI_Comm quiet_self() noexcept { return known().quiet.get(); }

MPI_Group group_of_processes() noexcept { return known().world.get(); }

std::uint64_t combined(std::uint64_t a, std::uint64_t b) noexcept { return mixed(mixed(a) ^ b); }

std::uint64_t next_context(Communicator &parent) noexcept {
    return combined(parent.context, ++parent.creations);
}

int communicators_begin(int ranks, int own_rank) {
    if (const int code = real.Comm_dup(MPI_COMM_SELF, known().quiet.out()); code != MPI_SUCCESS)
        return code;
    static_cast<void>(real.Comm_set_errhandler(quiet_self(), MPI_ERRORS_RETURN));
    if (const int code = real.Comm_group(MPI_COMM_WORLD, known().world.out()); code != MPI_SUCCESS)
        return code;
    // The same communicators are found from all threads; the calls take one at a time.
    const auto world = std::make_shared<Communicator>();
    world->handle = MPI_COMM_WORLD;
    world->ranks.resize(static_cast<std::size_t>(ranks));
    std::iota(world->ranks.begin(), world->ranks.end(), 0);
    world->place = own_rank;
    world->context = context_of_world;
    insert(world);
    const auto self = std::make_shared<Communicator>();
    self->handle = MPI_COMM_SELF;
    self->ranks.assign(1, own_rank);
    self->context = context_of_self;
    insert(self);
    return MPI_SUCCESS;
}

void communicators_end() noexcept {
    // Communicators that the program has not freed end with the MPI. Their attributes are not
    // deleted, as in a run without closeranks.
    for (const auto &[handle, c] : known().owned)
        known().table.erase(handle);
    known().owned.clear();
    known().world.reset();
    known().quiet.reset();
}

int plain_handle(MPI_Comm parent, MPI_Comm *made) {
    if (const int code = real.Comm_dup(quiet_self(), made); code != MPI_SUCCESS) return code;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (const int code = real.Comm_get_errhandler(parent, &handler); code != MPI_SUCCESS)
        return code;
    const int code = real.Comm_set_errhandler(*made, handler);
    static_cast<void>(real.Errhandler_free(&handler));
    return code;
}

int publish(std::shared_ptr<Communicator> made, MPI_Comm parent, MPI_Comm *handle) {
    *handle = MPI_COMM_NULL;
    if (const int code = plain_handle(parent, &made->handle); code != MPI_SUCCESS) return code;
    *handle = made->handle;
    insert(std::move(made));
    return MPI_SUCCESS;
}

void publish_with_handle(std::shared_ptr<Communicator> made) { insert(std::move(made)); }

void forget(MPI_Comm handle) noexcept {
    known().table.erase(handle);
    known().owned.erase(handle);
}

} // namespace closeranks::replication
