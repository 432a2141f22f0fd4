// Windows: making them, and what synchronises. Nobody waits for the dead, or for a lock that they
// held.

#include "room.hpp"

namespace kill {
namespace {

/// Puts a block to the right neighbour between two calls that synchronise.
template <typename Open, typename Close> void synchronise_rounds(Run &run, Open open, Close close) {
    Room room(run, Kind::allocated, untouched);
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        const int length = block_length(round);
        must(run, open(room.win), "the opening call");
        must(run,
             MPI_Put(block.data(), length, MPI_LONG, run.right(),
                     room.at(run.right(), place(round)), length, MPI_LONG, room.win),
             "MPI_Put");
        must(run, close(room.win), "the closing call");
        barrier();
        see_left(run, room, round);
        barrier();
    }
    room.free();
}

void fence(Run &run) {
    const auto call = [](MPI_Win win) { return MPI_Win_fence(0, win); };
    synchronise_rounds(run, call, call);
}
void lock_all(Run &run) {
    synchronise_rounds(
        run, [](MPI_Win win) { return MPI_Win_lock_all(0, win); },
        [](MPI_Win win) { return MPI_Win_unlock_all(win); });
}
template <int type> void lock(Run &run) {
    synchronise_rounds(
        run, [&](MPI_Win win) { return MPI_Win_lock(type, run.right(), 0, win); },
        [&](MPI_Win win) { return MPI_Win_unlock(run.right(), win); });
}
template <typename Flush> void flush_rounds(Run &run, Flush flush) {
    synchronise_rounds(
        run, [](MPI_Win win) { return MPI_Win_lock_all(MPI_MODE_NOCHECK, win); },
        [&](MPI_Win win) {
            const int code = flush(win);
            return code == MPI_SUCCESS ? MPI_Win_unlock_all(win) : code;
        });
}
void flush(Run &run) {
    flush_rounds(run, [&](MPI_Win win) { return MPI_Win_flush(run.right(), win); });
}
void flush_local(Run &run) {
    flush_rounds(run, [&](MPI_Win win) { return MPI_Win_flush_local(run.right(), win); });
}
void flush_all(Run &run) {
    flush_rounds(run, [](MPI_Win win) { return MPI_Win_flush_all(win); });
}
void flush_local_all(Run &run) {
    flush_rounds(run, [](MPI_Win win) { return MPI_Win_flush_local_all(win); });
}

/// All increase one number of the right and one of the left neighbour, which nobody else may touch
/// meanwhile: a lock that a dead rank holds must not stop the others.
void contend(Run &run) {
    Room room(run, Kind::allocated, 0);
    constexpr int times = 20;
    long reached = 0;
    for (int round = 1; round <= run.rounds; round++) {
        for (const int target : {run.right(), run.left()}) {
            must(run, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, room.win), "MPI_Win_lock");
            for (int i = 0; i < times; i++) {
                long number = 0;
                MPI_Get(&number, 1, MPI_LONG, target, room.at(target, 0), 1, MPI_LONG, room.win);
                MPI_Win_flush(target, room.win);
                number++;
                MPI_Put(&number, 1, MPI_LONG, target, room.at(target, 0), 1, MPI_LONG, room.win);
                MPI_Win_flush(target, room.win);
            }
            must(run, MPI_Win_unlock(target, room.win), "MPI_Win_unlock");
        }
        barrier();
        const long now = room.block(0, 1)[0];
        const long most = times * 2;
        if (now - reached > most || (now - reached) < 0)
            run.wrong("round %d: the number went from %ld to %ld", round, reached, now);
        reached = now;
        // With both neighbours alive, all of it is there.
        run.saw(round, now > 0 ? only(run.rank) : 0, only(run.rank));
        barrier();
    }
    room.free();
}

/// Every rank exposes itself to its left neighbour, and accesses its right one.
template <bool tests> void exchange(Run &run) {
    Room room(run, Kind::allocated, untouched);
    MPI_Group everybody = MPI_GROUP_NULL;
    MPI_Group targets = MPI_GROUP_NULL;
    MPI_Group origins = MPI_GROUP_NULL;
    const int right = run.right();
    const int left = run.left();
    MPI_Win_get_group(room.win, &everybody);
    MPI_Group_incl(everybody, 1, &right, &targets);
    MPI_Group_incl(everybody, 1, &left, &origins);
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        const int length = block_length(round);
        must(run, MPI_Win_post(origins, 0, room.win), "MPI_Win_post");
        must(run, MPI_Win_start(targets, 0, room.win), "MPI_Win_start");
        must(run,
             MPI_Put(block.data(), length, MPI_LONG, right, room.at(right, place(round)), length,
                     MPI_LONG, room.win),
             "MPI_Put");
        must(run, MPI_Win_complete(room.win), "MPI_Win_complete");
        int done = tests ? 0 : 1;
        while (done == 0)
            must(run, MPI_Win_test(room.win, &done), "MPI_Win_test");
        if (!tests) must(run, MPI_Win_wait(room.win), "MPI_Win_wait");
        see_left(run, room, round);
    }
    MPI_Group_free(&everybody);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    room.free();
}

/// A window for each round, into which all put a block at every rank.
template <Kind kind> void make(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        std::vector<long> memory = blank(length * run.size);
        const auto bytes = static_cast<MPI_Aint>(memory.size() * sizeof(long));
        long *base = memory.data();
        MPI_Win win = MPI_WIN_NULL;
        std::vector<MPI_Aint> origins(static_cast<std::size_t>(run.size), 0);
        int code = MPI_SUCCESS;
        if (kind == Kind::created)
            code = MPI_Win_create(base, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        else if (kind == Kind::dynamic)
            code = MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        else if (kind == Kind::shared)
            code = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        else
            code = MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        must(run, code, "the creation");
        if (win == MPI_WIN_NULL) return;
        if (kind == Kind::dynamic) {
            must(run, MPI_Win_attach(win, base, bytes), "MPI_Win_attach");
            MPI_Aint address = 0;
            MPI_Get_address(base, &address);
            MPI_Allgather(&address, 1, MPI_AINT, origins.data(), 1, MPI_AINT, MPI_COMM_WORLD);
        }
        std::fill_n(base, memory.size(), untouched);
        must(run, MPI_Win_fence(0, win), "MPI_Win_fence");
        const std::vector<long> block = block_of(run.rank, round);
        for (int target = 0; target < run.size; target++)
            must(run,
                 MPI_Put(block.data(), length, MPI_LONG, target,
                         origins[static_cast<std::size_t>(target)] +
                             MPI_Aint{run.rank} * length * MPI_Aint{sizeof(long)},
                         length, MPI_LONG, win),
                 "MPI_Put");
        must(run, MPI_Win_fence(0, win), "MPI_Win_fence");
        run.saw(round, blocks_in(run, round, {base, memory.size()}), first(run.size));
        if (kind == Kind::dynamic) must(run, MPI_Win_detach(win, base), "MPI_Win_detach");
        must(run, MPI_Win_free(&win), "MPI_Win_free");
    }
}

const Scenario table[] = {
    {"MPI_Win_fence", Sight::polled, fence},
    {"MPI_Win_lock", Sight::late, lock<MPI_LOCK_EXCLUSIVE>},
    {"MPI_Win_lock/shared", Sight::late, lock<MPI_LOCK_SHARED>},
    {"MPI_Win_lock/contended", Sight::polled, contend},
    {"MPI_Win_unlock", Sight::late, lock<MPI_LOCK_EXCLUSIVE>},
    {"MPI_Win_unlock/contended", Sight::polled, contend},
    {"MPI_Win_lock_all", Sight::late, lock_all},
    {"MPI_Win_unlock_all", Sight::late, lock_all},
    {"MPI_Win_flush", Sight::late, flush},
    {"MPI_Win_flush_local", Sight::late, flush_local},
    {"MPI_Win_flush_all", Sight::late, flush_all},
    {"MPI_Win_flush_local_all", Sight::late, flush_local_all},
    {"MPI_Win_post", Sight::late, exchange<false>},
    {"MPI_Win_start", Sight::late, exchange<false>},
    {"MPI_Win_complete", Sight::late, exchange<false>},
    {"MPI_Win_wait", Sight::late, exchange<false>},
    {"MPI_Win_test", Sight::polled, exchange<true>},
    {"MPI_Win_create", Sight::made, make<Kind::created>},
    {"MPI_Win_allocate", Sight::made, make<Kind::allocated>},
    {"MPI_Win_allocate_shared", Sight::made, make<Kind::shared>},
    {"MPI_Win_create_dynamic", Sight::made, make<Kind::dynamic>},
    {"MPI_Win_free", Sight::freed, make<Kind::allocated>},
};

} // namespace

Scenarios epochs() { return table; }

} // namespace kill
