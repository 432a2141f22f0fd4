// Windows: transfers. What survivors have put into each other's memory has to be there, byte by
// byte, wherever ranks die.

#include "room.hpp"

namespace kill {
namespace {

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
        must(run, MPI_Win_flush(run.right(), room.win), "MPI_Win_flush");
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
};

} // namespace

Scenarios windows() { return table; }

} // namespace kill
