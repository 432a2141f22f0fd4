// Windows. What survivors have put into each other's memory has to be there, byte by byte, wherever
// ranks die; nobody waits for the dead, or for a lock that they held.

#include "scenario.hpp"

#include <algorithm>

namespace kill {
namespace {

void must(Run &run, int code, const char *what) {
    if (code != MPI_SUCCESS) run.wrong("%s returned %d", what, code);
}

void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

/// A displacement in a window, in elements.
MPI_Aint place(int round) {
    MPI_Aint at = 0;
    for (int before = 1; before < round; before++)
        at += block_length(before);
    return at;
}

enum class Kind { allocated, shared, created, dynamic };

/// A window with room for a block of each round, and a word for each rank before them.
class Room {
  public:
    Room(Run &run, Kind kind, long fill) : run_(run), kind_(kind) {
        const auto length = static_cast<std::size_t>(first + place(run.rounds + 1));
        const auto bytes = static_cast<MPI_Aint>(length * sizeof(long));
        own_.assign(kind == Kind::created || kind == Kind::dynamic ? length : 0, fill);
        memory_ = own_.data();
        constexpr int unit = sizeof(long);
        switch (kind) {
        case Kind::allocated:
            must(run, MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory_, &win),
                 "MPI_Win_allocate");
            break;
        case Kind::shared:
            must(
                run,
                MPI_Win_allocate_shared(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory_, &win),
                "MPI_Win_allocate_shared");
            break;
        case Kind::created:
            must(run, MPI_Win_create(memory_, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win),
                 "MPI_Win_create");
            break;
        case Kind::dynamic:
            must(run, MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win),
                 "MPI_Win_create_dynamic");
            must(run, MPI_Win_attach(win, memory_, bytes), "MPI_Win_attach");
            MPI_Aint address = 0;
            MPI_Get_address(memory_, &address);
            addresses_.assign(static_cast<std::size_t>(run.size), 0);
            MPI_Allgather(&address, 1, MPI_AINT, addresses_.data(), 1, MPI_AINT, MPI_COMM_WORLD);
        }
        std::fill_n(memory_, length, fill);
        barrier();
    }
    void free() {
        if (kind_ == Kind::dynamic) must(run_, MPI_Win_detach(win, memory_), "MPI_Win_detach");
        must(run_, MPI_Win_free(&win), "MPI_Win_free");
    }

    /// The displacement of an element of `target`.
    [[nodiscard]] MPI_Aint at(int target, MPI_Aint index) const {
        if (kind_ != Kind::dynamic) return first + index;
        return addresses_[static_cast<std::size_t>(target)] +
               (first + index) * MPI_Aint{sizeof(long)};
    }

    /// What is in this process's memory.
    [[nodiscard]] std::vector<long> block(MPI_Aint index, int length) const {
        const long *const begin = memory_ + first + index;
        return {begin, begin + length};
    }
    void set(MPI_Aint index, const std::vector<long> &block) {
        std::copy(block.begin(), block.end(), memory_ + first + index);
    }

    MPI_Win win = MPI_WIN_NULL;
    static constexpr MPI_Aint first = 64;

  private:
    Run &run_;
    Kind kind_;
    std::vector<long> own_;
    std::vector<MPI_Aint> addresses_;
    long *memory_ = nullptr;
};

int finish(int code, MPI_Request request) {
    return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

/// Tells whether the left neighbour's block of `round` is here. Whoever dies while it writes may
/// have written a part.
void see_left(Run &run, const Room &room, int round) {
    std::vector<long> block = room.block(place(round), block_length(round));
    forget_unless_whole(run.left(), round, block);
    run.saw(round, has_block(run, run.left(), round, block) ? only(run.left()) : 0,
            only(run.left()));
}

/// `put` brings a block to the right neighbour in every round.
template <typename Put> void put_rounds(Run &run, Kind kind, Put put) {
    Room room(run, kind, untouched);
    must(run, MPI_Win_lock_all(0, room.win), "MPI_Win_lock_all");
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        must(run, put(room, room.at(run.right(), place(round)), block), "the put");
        must(run, MPI_Win_flush(run.right(), room.win), "MPI_Win_flush");
        barrier();
        MPI_Win_sync(room.win);
        see_left(run, room, round);
        barrier();
    }
    must(run, MPI_Win_unlock_all(room.win), "MPI_Win_unlock_all");
    room.free();
}

template <Kind kind> void put(Run &run) {
    put_rounds(run, kind, [&](Room &room, MPI_Aint at, const std::vector<long> &block) {
        const int length = static_cast<int>(block.size());
        return MPI_Put(block.data(), length, MPI_LONG, run.right(), at, length, MPI_LONG, room.win);
    });
}

/// The same with a datatype at the target that puts pairs in reverse order into two columns.
template <Kind kind> void put_derived(Run &run) {
    put_rounds(run, kind, [&](Room &room, MPI_Aint at, const std::vector<long> &block) {
        const int half = static_cast<int>(block.size()) / 2;
        std::vector<long> columns;
        for (int i = 0; i < half; i++) {
            columns.push_back(block[static_cast<std::size_t>(2 * i)]);
        }
        for (int i = 0; i < half; i++)
            columns.push_back(block[static_cast<std::size_t>(2 * i + 1)]);
        MPI_Datatype column = MPI_DATATYPE_NULL;
        MPI_Datatype both = MPI_DATATYPE_NULL;
        MPI_Type_vector(half, 1, 2, MPI_LONG, &column);
        MPI_Type_create_hvector(2, 1, sizeof(long), column, &both);
        MPI_Type_commit(&both);
        const int code =
            MPI_Put(columns.data(), 2 * half, MPI_LONG, run.right(), at, 1, both, room.win);
        MPI_Type_free(&column);
        MPI_Type_free(&both);
        return code;
    });
}

void start_put(Run &run) {
    put_rounds(run, Kind::allocated, [&](Room &room, MPI_Aint at, const std::vector<long> &block) {
        const int length = static_cast<int>(block.size());
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = MPI_Rput(block.data(), length, MPI_LONG, run.right(), at, length, MPI_LONG,
                                  room.win, &request);
        return finish(code, request);
    });
}

/// `get` fetches the left neighbour's block in every round.
template <typename Get> void get_rounds(Run &run, Kind kind, Get get) {
    Room room(run, kind, untouched);
    must(run, MPI_Win_lock_all(0, room.win), "MPI_Win_lock_all");
    for (int round = 1; round <= run.rounds; round++) {
        room.set(place(round), block_of(run.rank, round));
        MPI_Win_sync(room.win);
        barrier();
        std::vector<long> block = blank(block_length(round));
        must(run, get(room, room.at(run.left(), place(round)), block), "the get");
        must(run, MPI_Win_flush_local(run.left(), room.win), "MPI_Win_flush_local");
        run.saw(round, has_block(run, run.left(), round, block) ? only(run.left()) : 0,
                only(run.left()));
        barrier();
    }
    must(run, MPI_Win_unlock_all(room.win), "MPI_Win_unlock_all");
    room.free();
}

template <Kind kind> void get(Run &run) {
    get_rounds(run, kind, [&](Room &room, MPI_Aint at, std::vector<long> &block) {
        const int length = static_cast<int>(block.size());
        return MPI_Get(block.data(), length, MPI_LONG, run.left(), at, length, MPI_LONG, room.win);
    });
}
void start_get(Run &run) {
    get_rounds(run, Kind::allocated, [&](Room &room, MPI_Aint at, std::vector<long> &block) {
        const int length = static_cast<int>(block.size());
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = MPI_Rget(block.data(), length, MPI_LONG, run.left(), at, length, MPI_LONG,
                                  room.win, &request);
        return finish(code, request);
    });
}

/// `add` adds this rank's shares to what the right neighbour has in every round, nothing before.
template <typename Add> void add_rounds(Run &run, Kind kind, int most, Add add) {
    Room room(run, kind, 0);
    must(run, MPI_Win_lock_all(0, room.win), "MPI_Win_lock_all");
    for (int round = 1; round <= run.rounds; round++) {
        const int length = std::min(most, block_length(round));
        const std::vector<long> shares = shares_of(run.rank, round, length);
        std::vector<long> before(shares.size(), 0);
        must(run, add(room, room.at(run.right(), place(round)), shares, before), "the addition");
        if (std::any_of(before.begin(), before.end(), [](long value) { return value != 0; }))
            run.wrong("round %d: it was not the first", round);
        barrier();
        MPI_Win_sync(room.win);
        std::vector<long> sum = room.block(place(round), length);
        if (std::find(sum.begin(), sum.end(), 0) != sum.end()) { // died within it
            const std::vector<long> left = shares_of(run.left(), round, length);
            for (std::size_t i = 0; i < sum.size(); i++)
                if (sum[i] == left[i]) sum[i] = 0;
        }
        run.saw(round, contributors(run, round, sum), only(run.left()));
        barrier();
    }
    must(run, MPI_Win_unlock_all(room.win), "MPI_Win_unlock_all");
    room.free();
}

using Longs = std::vector<long>;
constexpr int all = 1 << 30;

template <Kind kind> void accumulate(Run &run) {
    add_rounds(run, kind, all, [&](Room &room, MPI_Aint at, const Longs &shares, Longs &) {
        const int length = static_cast<int>(shares.size());
        return MPI_Accumulate(shares.data(), length, MPI_LONG, run.right(), at, length, MPI_LONG,
                              MPI_SUM, room.win);
    });
}
void start_accumulate(Run &run) {
    add_rounds(
        run, Kind::allocated, all, [&](Room &room, MPI_Aint at, const Longs &shares, Longs &) {
            const int length = static_cast<int>(shares.size());
            MPI_Request request = MPI_REQUEST_NULL;
            const int code = MPI_Raccumulate(shares.data(), length, MPI_LONG, run.right(), at,
                                             length, MPI_LONG, MPI_SUM, room.win, &request);
            return finish(code, request);
        });
}
template <Kind kind> void get_accumulate(Run &run) {
    add_rounds(run, kind, all, [&](Room &room, MPI_Aint at, const Longs &shares, Longs &before) {
        const int length = static_cast<int>(shares.size());
        return MPI_Get_accumulate(shares.data(), length, MPI_LONG, before.data(), length, MPI_LONG,
                                  run.right(), at, length, MPI_LONG, MPI_SUM, room.win);
    });
}
void start_get_accumulate(Run &run) {
    add_rounds(run, Kind::allocated, all,
               [&](Room &room, MPI_Aint at, const Longs &shares, Longs &before) {
                   const int length = static_cast<int>(shares.size());
                   MPI_Request request = MPI_REQUEST_NULL;
                   const int code = MPI_Rget_accumulate(
                       shares.data(), length, MPI_LONG, before.data(), length, MPI_LONG,
                       run.right(), at, length, MPI_LONG, MPI_SUM, room.win, &request);
                   return finish(code, request);
               });
}
template <Kind kind> void fetch_and_op(Run &run) {
    add_rounds(run, kind, 1, [&](Room &room, MPI_Aint at, const Longs &shares, Longs &before) {
        return MPI_Fetch_and_op(shares.data(), before.data(), MPI_LONG, run.right(), at, MPI_SUM,
                                room.win);
    });
}
template <Kind kind> void compare_and_swap(Run &run) {
    add_rounds(run, kind, 1, [&](Room &room, MPI_Aint at, const Longs &shares, Longs &before) {
        const long nothing = 0;
        return MPI_Compare_and_swap(shares.data(), &nothing, before.data(), MPI_LONG, run.right(),
                                    at, room.win);
    });
}

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
    {"MPI_Put", Sight::own, put<Kind::allocated>},
    {"MPI_Put/created", Sight::own, put<Kind::created>},
    {"MPI_Put/dynamic", Sight::own, put<Kind::dynamic>},
    {"MPI_Put/derived", Sight::own, put_derived<Kind::allocated>},
    {"MPI_Put/created_derived", Sight::own, put_derived<Kind::created>},
    {"MPI_Rput", Sight::own, start_put},
    {"MPI_Get", Sight::late, get<Kind::allocated>},
    {"MPI_Get/created", Sight::late, get<Kind::created>},
    {"MPI_Get/shared", Sight::late, get<Kind::shared>},
    {"MPI_Rget", Sight::late, start_get},
    {"MPI_Accumulate", Sight::own, accumulate<Kind::allocated>},
    {"MPI_Accumulate/created", Sight::own, accumulate<Kind::created>},
    {"MPI_Raccumulate", Sight::own, start_accumulate},
    {"MPI_Get_accumulate", Sight::own, get_accumulate<Kind::allocated>},
    {"MPI_Get_accumulate/dynamic", Sight::own, get_accumulate<Kind::dynamic>},
    {"MPI_Rget_accumulate", Sight::own, start_get_accumulate},
    {"MPI_Fetch_and_op", Sight::own, fetch_and_op<Kind::allocated>},
    {"MPI_Fetch_and_op/created", Sight::own, fetch_and_op<Kind::created>},
    {"MPI_Compare_and_swap", Sight::own, compare_and_swap<Kind::allocated>},
    {"MPI_Compare_and_swap/created", Sight::own, compare_and_swap<Kind::created>},
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

Scenarios windows() { return table; }

} // namespace kill
