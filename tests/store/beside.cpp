// Checkpoints that are begun, and completed while the program has changed its data and sent
// messages of its own; with a std::vector that grows and a member by functions. Whoever dies in
// between: all go back to the same one, and what the dead had is there.
//
//     beside WHERE [rounds (8)]

#include "survivors.hpp"

#include <closeranks.h>
#include <closeranks/store.hpp>
#include <mpi-ext.h>

#include <cstdlib>
#include <utility>

using namespace survivors;

namespace {

constexpr int length = 200000; // more than what an eager message carries

int element(int rank, long long stamp, int i) {
    return static_cast<int>(stamp) * 1000003 + rank * 7001 + i;
}

struct State {
    std::vector<int> array = std::vector<int>(length);
    std::vector<double> list; ///< longer with each stamp

    void fill(int rank, long long stamp) {
        for (int i = 0; i < length; ++i)
            array[at(i)] = element(rank, stamp, i);
        list.assign(static_cast<std::size_t>(100 * stamp), static_cast<double>(rank) + 0.5);
    }
    [[nodiscard]] bool is(int rank, long long stamp) const {
        State wanted;
        wanted.fill(rank, stamp);
        return array == wanted.array && list == wanted.list;
    }
};

/// Messages of the program while the checkpoint is under way; a dead neighbour sends nothing.
void exchange(Program &p) {
    int number = p.rank;
    int got = -1;
    MPI_Sendrecv(&number, 1, MPI_INT, (p.rank + 1) % p.size, 0, &got, 1, MPI_INT,
                 (p.rank + p.size - 1) % p.size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    p.check(got == -1 || got == (p.rank + p.size - 1) % p.size, "a message: %d", got);
}

void check_errors(Program &p, closeranks_store store) {
    p.check(closeranks_store_complete(store) == MPI_ERR_ARG, "nothing was begun");
    p.check(closeranks_store_member_callbacks(
                store, 5, [](void *) { return 1LL; }, nullptr, nullptr, nullptr) == MPI_ERR_ARG,
            "no functions");
    // Only one rank has a member that cannot be saved.
    if (p.rank == 0)
        closeranks_store_member_callbacks(
            store, 5, [](void *) { return 1LL; }, [](void *, long long, void *) { return 1; },
            [](const void *, long long, void *) { return 0; }, nullptr);
    p.check(closeranks_store_commit(store, 1) == MPI_ERR_ARG, "a member that cannot be saved");
    closeranks_store_member_callbacks(store, 5, nullptr, nullptr, nullptr, nullptr);
}

/// Those who have died since the last time; later checkpoints have nothing of them.
void check_the_dead(Program &p, closeranks::Store &store, long long last) {
    static std::vector<int> seen;
    const std::vector<int> before = std::exchange(seen, store.missing());
    p.check(before != seen, "nobody has died since the last time");
    for (const int rank : seen) {
        if (std::find(before.begin(), before.end(), rank) != before.end()) continue;
        std::vector<int> array(length);
        MPI_Count got = 0;
        try {
            got = store.restore_from(rank, 0, std::span(array));
        } catch (const closeranks::StoreError &) {
            p.check(last < 1, "what rank %d had is lost", rank);
            continue;
        }
        p.check(got == length, "rank %d had %lld elements", rank, got);
        long long first = 0;
        closeranks_store_newest(store.get(), &first);
        p.check(first != last || array[17] == element(rank, last, 17), "rank %d had %d", rank,
                array[17]);
    }
}

void run(Program &p, const std::string &where, int rounds) {
    closeranks::Store store(MPI_COMM_WORLD, where);
    check_errors(p, store.get());
    State state;
    store.member(0, std::span(state.array));
    store.member(1, state.list);
    long long last = -1;
    for (long long stamp = 1; stamp <= rounds; ++stamp) {
        state.fill(p.rank, stamp);
        bool counts = true;
        try {
            store.begin(stamp);
            state.fill(p.rank, 77); // it has been copied
            exchange(p);
            store.complete();
        } catch (const closeranks::RankDied &) {
            counts = false;
        }
        const std::vector<long long> stamps = store.stamps();
        const long long newest = stamps.empty() ? -1 : stamps.front();
        p.check(newest == (counts ? stamp : last), "the newest is %lld", newest);
        last = newest;
        state.fill(p.rank, 55);
        if (last < 1) continue;
        store.restore();
        p.check(state.is(p.rank, last), "what was restored is not that of %lld", last);
        if (!counts) check_the_dead(p, store, last);
    }
    // One that is never completed is given up.
    state.fill(p.rank, rounds + 1);
    try {
        store.begin(rounds + 1);
        state.fill(p.rank, rounds + 2);
        store.commit(rounds + 2);
        last = rounds + 2;
    } catch (const closeranks::RankDied &) {
    }
    state.fill(p.rank, 55);
    const double *const place = state.list.data();
    store.restore();
    p.check(state.is(p.rank, last), "the last one");
    p.check(state.list.data() == place, "its elements have moved, without need");
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "beside");
    closeranks_set_policy(MPI_COMM_WORLD, "*", CLOSERANKS_POLICY_IGNORE);
    try {
        run(p, argc > 1 ? argv[1] : "buddy", argc > 2 ? std::atoi(argv[2]) : 8);
    } catch (const closeranks::StoreError &error) {
        p.check(false, "%d: %s", error.code(), error.what());
    }
    return p.finish();
}
