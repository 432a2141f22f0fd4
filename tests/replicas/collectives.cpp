// Every collective that moves or combines data, as a blocking call, a nonblocking one and a
// persistent one that is started twice: with all roots, in place and apart, with basic and derived
// datatypes, commutative and other operators, of no elements, one, an odd number and many.
//
//     collectives [ROUNDS] [same-bits]
//
// With "same-bits" floating-point sums have the same bits in all forms of a reduction.

#include "checks.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

using namespace checks;

namespace {

enum class Way { blocking, nonblocking, persistent };
constexpr Way all_ways[] = {Way::blocking, Way::nonblocking, Way::persistent};
Way way = Way::blocking;
MPI_Comm comm = MPI_COMM_NULL;
int rank = 0;
int size = 0;
bool same_bits = false;

void wait(MPI_Request &request) { MPI_Wait(&request, MPI_STATUS_IGNORE); }

/// Fills the buffers by `fill`, and runs one form of the collective. The persistent one is filled
/// and started twice.
template <typename Fill, typename Blocking, typename Start, typename Prepare>
void run(Fill fill, Blocking blocking, Start start, Prepare prepare) {
    MPI_Request request = MPI_REQUEST_NULL;
    fill();
    step();
    switch (way) {
    case Way::blocking:
        blocking();
        return;
    case Way::nonblocking:
        start(&request);
        wait(request);
        return;
    case Way::persistent:
        prepare(&request);
        for (int turn = 0; turn < 2; ++turn) {
            fill();
            MPI_Start(&request);
            wait(request);
        }
        MPI_Request_free(&request);
    }
}

#define RUN(fill, Name, name, ...)                                                                 \
    run(                                                                                           \
        fill, [&] { MPI_##Name(__VA_ARGS__, comm); },                                              \
        [&](MPI_Request *request) { MPI_I##name(__VA_ARGS__, comm, request); },                    \
        [&](MPI_Request *request) {                                                                \
            MPI_##Name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, request);                          \
        })

using Ints = std::vector<int>;

/// Fills where the elements are: a persistent collective keeps their address.
template <typename T> void put(std::vector<T> &to, const std::vector<T> &from) {
    to.reserve(1); // some MPIs take null pointers for one and the same buffer
    to.assign(from.begin(), from.end());
}

/// Element i of what `from` has for `to`.
int value(int from, int to, int i) { return from * 100003 + to * 1009 + i % 997; }

Ints values(int from, int to, int count) {
    Ints result(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        result[static_cast<std::size_t>(i)] = value(from, to, i);
    return result;
}

Ints all_values(int to, int count) {
    Ints result;
    for (int r = 0; r < size; ++r) {
        const Ints one = values(r, to, count);
        result.insert(result.end(), one.begin(), one.end());
    }
    return result;
}

const int *at(const Ints &v, int i) { return v.data() + i; }
int *at(Ints &v, int i) { return v.data() + i; }

void check_barrier() {
    run([] {}, [] { MPI_Barrier(comm); }, [](MPI_Request *r) { MPI_Ibarrier(comm, r); },
        [](MPI_Request *r) { MPI_Barrier_init(comm, MPI_INFO_NULL, r); });
}

void check_bcast(int n, int root) {
    Ints data;
    RUN(
        [&] {
            put(data, rank == root ? values(root, 7, n) : Ints(static_cast<std::size_t>(n), -1));
        },
        Bcast, bcast, data.data(), n, MPI_INT, root);
    same(data, values(root, 7, n), "Bcast");
}

void check_gather_scatter(int n, int root, bool in_place) {
    Ints mine;
    Ints all;
    const bool here = in_place && rank == root;
    RUN(([&] {
            put(mine, values(rank, root, n));
            all.assign(static_cast<std::size_t>(size * n), -1);
            if (here) std::copy(mine.begin(), mine.end(), at(all, rank * n));
        }),
        Gather, gather, here ? MPI_IN_PLACE : mine.data(), n, MPI_INT, all.data(), n, MPI_INT,
        root);
    if (rank == root) same(all, all_values(root, n), "Gather");
    RUN(([&] {
            mine.assign(static_cast<std::size_t>(n), -1);
            all.clear();
            for (int r = 0; r < size; ++r) {
                const Ints one = values(root, r, n);
                all.insert(all.end(), one.begin(), one.end());
            }
        }),
        Scatter, scatter, all.data(), n, MPI_INT, here ? MPI_IN_PLACE : mine.data(), n, MPI_INT,
        root);
    if (!here) same(mine, values(root, rank, n), "Scatter");
}

/// Blocks of different sizes with gaps between them, in reverse order.
struct Ragged {
    Ints counts;
    Ints displs;
    int room = 0;
    Ragged(int n, auto count_of) {
        counts.resize(static_cast<std::size_t>(size));
        displs.resize(counts.size());
        for (int r = size - 1; r >= 0; --r) {
            counts[static_cast<std::size_t>(r)] = count_of(r, n);
            displs[static_cast<std::size_t>(r)] = room;
            room += count_of(r, n) + 2;
        }
    }
    [[nodiscard]] int count(int r) const { return counts[static_cast<std::size_t>(r)]; }
    [[nodiscard]] int displ(int r) const { return displs[static_cast<std::size_t>(r)]; }
};

void check_gatherv_scatterv(int n, int root) {
    const Ragged blocks(n, [](int r, int most) { return r % 3 == 1 ? 0 : most + r; });
    Ints mine;
    Ints all;
    RUN(([&] {
            put(mine, values(rank, root, blocks.count(rank)));
            all.assign(static_cast<std::size_t>(blocks.room), -1);
        }),
        Gatherv, gatherv, mine.data(), blocks.count(rank), MPI_INT, all.data(),
        blocks.counts.data(), blocks.displs.data(), MPI_INT, root);
    Ints should(static_cast<std::size_t>(blocks.room), -1);
    for (int r = 0; r < size; ++r) {
        const Ints one = values(r, root, blocks.count(r));
        std::copy(one.begin(), one.end(), at(should, blocks.displ(r)));
    }
    if (rank == root) same(all, should, "Gatherv");
    RUN(([&] {
            put(all, should);
            mine.assign(static_cast<std::size_t>(blocks.count(rank)), -1);
        }),
        Scatterv, scatterv, all.data(), blocks.counts.data(), blocks.displs.data(), MPI_INT,
        mine.data(), blocks.count(rank), MPI_INT, root);
    same(mine, values(rank, root, blocks.count(rank)), "Scatterv");
    RUN(([&] {
            put(mine, values(rank, 0, blocks.count(rank)));
            all.assign(static_cast<std::size_t>(blocks.room), -1);
        }),
        Allgatherv, allgatherv, mine.data(), blocks.count(rank), MPI_INT, all.data(),
        blocks.counts.data(), blocks.displs.data(), MPI_INT);
    for (int r = 0; r < size; ++r) {
        const Ints one = values(r, 0, blocks.count(r));
        std::copy(one.begin(), one.end(), at(should, blocks.displ(r)));
    }
    same(all, should, "Allgatherv");
}

void check_allgather(int n, bool in_place) {
    Ints mine;
    Ints all;
    RUN(([&] {
            put(mine, values(rank, 5, n));
            all.assign(static_cast<std::size_t>(size * n), -1);
            if (in_place) std::copy(mine.begin(), mine.end(), at(all, rank * n));
        }),
        Allgather, allgather, in_place ? MPI_IN_PLACE : mine.data(), n, MPI_INT, all.data(), n,
        MPI_INT);
    same(all, all_values(5, n), "Allgather");
}

void check_alltoall(int n, bool in_place) {
    Ints from;
    Ints to;
    const auto fill = [&] {
        from.clear();
        for (int r = 0; r < size; ++r) {
            const Ints one = values(rank, r, n);
            from.insert(from.end(), one.begin(), one.end());
        }
        put(to, in_place ? from : Ints(from.size(), -1));
    };
    RUN(fill, Alltoall, alltoall, in_place ? MPI_IN_PLACE : from.data(), n, MPI_INT, to.data(), n,
        MPI_INT);
    same(to, all_values(rank, n), "Alltoall");
}

void check_alltoallv(int n, bool in_place) {
    const int me = rank;
    // What goes each way between two ranks has one size, so that it also works in place.
    const Ragged blocks(
        n, [me](int r, int most) { return (r + me) % 3 == 2 ? 0 : most + (r + me) % 2; });
    Ints from;
    Ints to;
    const auto fill = [&] {
        from.assign(static_cast<std::size_t>(blocks.room), -1);
        for (int r = 0; r < size; ++r) {
            const Ints one = values(rank, r, blocks.count(r));
            std::copy(one.begin(), one.end(), at(from, blocks.displ(r)));
        }
        put(to, in_place ? from : Ints(from.size(), -1));
    };
    Ints should(static_cast<std::size_t>(blocks.room), -1);
    for (int r = 0; r < size; ++r) {
        const Ints one = values(r, rank, blocks.count(r));
        std::copy(one.begin(), one.end(), at(should, blocks.displ(r)));
    }
    RUN(fill, Alltoallv, alltoallv, in_place ? MPI_IN_PLACE : from.data(), blocks.counts.data(),
        blocks.displs.data(), MPI_INT, to.data(), blocks.counts.data(), blocks.displs.data(),
        MPI_INT);
    same(to, should, "Alltoallv");
    Ints in_bytes = blocks.displs;
    for (int &displ : in_bytes)
        displ *= static_cast<int>(sizeof(int));
    std::vector<MPI_Datatype> types(static_cast<std::size_t>(size), MPI_INT);
    RUN(fill, Alltoallw, alltoallw, in_place ? MPI_IN_PLACE : from.data(), blocks.counts.data(),
        in_bytes.data(), types.data(), to.data(), blocks.counts.data(), in_bytes.data(),
        types.data());
    same(to, should, "Alltoallw");
}

/// x -> a x + b modulo a prime: composition is associative, and not commutative.
constexpr long prime = 10007;
struct Map {
    int a;
    int b;
    bool operator==(const Map &) const = default;
    explicit operator double() const { return a * 100000. + b; }
};

Map then(const Map &f, const Map &g) {
    return {static_cast<int>(f.a * long{g.a} % prime),
            static_cast<int>((f.b * long{g.a} + g.b) % prime)};
}

void compose(void *in, void *inout, int *count, MPI_Datatype *) {
    for (int i = 0; i < *count; ++i)
        static_cast<Map *>(inout)[i] =
            then(static_cast<Map *>(in)[i], static_cast<Map *>(inout)[i]);
}

Map map_of(int r, int i) { return {r * 31 % 97 + 2, (r * 17 + i) % 101 + 1}; }

/// The composition of ranks `first` to `last`, elements `begin` on.
std::vector<Map> composed(int first, int last, int begin, int count) {
    std::vector<Map> result(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        Map one = map_of(first, begin + i);
        for (int r = first + 1; r <= last; ++r)
            one = then(one, map_of(r, begin + i));
        result[static_cast<std::size_t>(i)] = one;
    }
    return result;
}

struct Composition {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    Composition() {
        MPI_Type_contiguous(2, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Op_create(compose, 0, &op);
    }
    ~Composition() {
        MPI_Op_free(&op);
        MPI_Type_free(&type);
    }
};

void check_reductions(int n, int root, bool in_place) {
    const Composition c;
    std::vector<Map> mine;
    std::vector<Map> result;
    const auto fill = [&](int count) {
        mine.reserve(1);
        mine.clear();
        for (int i = 0; i < count; ++i)
            mine.push_back(map_of(rank, i));
        put(result,
            in_place ? mine : std::vector<Map>(static_cast<std::size_t>(count), Map{-1, -1}));
    };
    const auto from = [&] {
        return in_place ? MPI_IN_PLACE : static_cast<const void *>(mine.data());
    };
    RUN([&] { fill(n); }, Reduce, reduce, in_place && rank == root ? MPI_IN_PLACE : mine.data(),
        result.data(), n, c.type, c.op, root);
    if (rank == root) same(result, composed(0, size - 1, 0, n), "Reduce");
    RUN([&] { fill(n); }, Allreduce, allreduce, from(), result.data(), n, c.type, c.op);
    same(result, composed(0, size - 1, 0, n), "Allreduce");
    RUN([&] { fill(n); }, Scan, scan, from(), result.data(), n, c.type, c.op);
    same(result, composed(0, rank, 0, n), "Scan");
    RUN([&] { fill(n); }, Exscan, exscan, from(), result.data(), n, c.type, c.op);
    if (rank > 0) same(result, composed(0, rank - 1, 0, n), "Exscan");
    RUN([&] { fill(n * size); }, Reduce_scatter_block, reduce_scatter_block, from(), result.data(),
        n, c.type, c.op);
    same(result, composed(0, size - 1, rank * n, n), "Reduce_scatter_block");
    Ints counts(static_cast<std::size_t>(size));
    for (int r = 0; r < size; ++r)
        counts[static_cast<std::size_t>(r)] = r % 3 == 1 ? 0 : n + r;
    const int before = std::accumulate(counts.begin(), counts.begin() + rank, 0);
    RUN([&] { fill(std::accumulate(counts.begin(), counts.end(), 0)); }, Reduce_scatter,
        reduce_scatter, from(), result.data(), counts.data(), c.type, c.op);
    same(result, composed(0, size - 1, before, counts[static_cast<std::size_t>(rank)]),
         "Reduce_scatter");
}

void same_sums(const std::vector<double> &is, const std::vector<double> &should, const char *what) {
    for (std::size_t i = 0; i < should.size(); ++i) {
        const double difference = std::abs(is[i] - should[i]);
        check(same_bits ? difference == 0 : difference < 1e-12, what);
    }
}

/// Predefined operators.
void check_predefined(int n) {
    std::vector<double> mine(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        mine[static_cast<std::size_t>(i)] = 1.0 / (1 + rank * 7 + i % 13);
    std::vector<double> sum(mine.size());
    std::vector<double> again(mine.size());
    MPI_Allreduce(mine.data(), sum.data(), n, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(mine.data(), again.data(), n, MPI_DOUBLE, MPI_SUM, comm, &request);
    wait(request);
    same_sums(again, sum, "Iallreduce of doubles");
    MPI_Reduce(mine.data(), again.data(), n, MPI_DOUBLE, MPI_SUM, size - 1, comm);
    if (rank == size - 1) same_sums(again, sum, "Reduce of doubles");
    struct {
        double value;
        int at;
    } pair{static_cast<double>((rank * 5) % 7), rank}, best{};
    MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    double most = -1;
    int where = -1;
    for (int r = 0; r < size; ++r)
        if ((r * 5) % 7 > most) most = (r * 5) % 7, where = r;
    check(best.value == most && best.at == where, "Allreduce of MPI_MAXLOC");
    int one = 1 << rank % 8;
    int all = 0;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_BOR, comm);
    check(all == (size >= 8 ? 255 : (1 << size) - 1), "Allreduce of MPI_BOR");
}

/// Columns of a matrix are sent, and rows received; the type is freed before the call is complete.
void check_derived(int n) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_vector(n, 1, 3, MPI_INT, &column);
    MPI_Datatype narrow = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(column, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    MPI_Type_free(&column);
    Ints matrix(static_cast<std::size_t>(3 * n + 3));
    std::iota(matrix.begin(), matrix.end(), rank * 100000);
    Ints all(static_cast<std::size_t>(n * size));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallgather(at(matrix, 1), 1, narrow, all.data(), n, MPI_INT, comm, &request);
    Ints copy = matrix;
    if (rank != size - 1) std::fill(copy.begin(), copy.end(), -1);
    MPI_Request second = MPI_REQUEST_NULL;
    MPI_Ibcast(copy.data(), 3, narrow, size - 1, comm, &second);
    MPI_Type_free(&narrow);
    wait(second);
    wait(request);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < n; ++i)
            check(*at(std::as_const(all), r * n + i) == r * 100000 + 3 * i + 1,
                  "Iallgather of columns");
    for (int i = 0; i < 3 * n; ++i)
        check(*at(std::as_const(copy), i) == (size - 1) * 100000 + i, "Ibcast of columns");
}

/// Several at a time, completed in another order, with messages and blocking calls between them.
void check_overlap(int n) {
    std::vector<Ints> sums(4);
    std::vector<MPI_Request> requests(4, MPI_REQUEST_NULL);
    const Ints mine = values(rank, 3, n);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i].resize(mine.size());
        MPI_Iallreduce(mine.data(), sums[i].data(), n, MPI_INT, i % 2 == 0 ? MPI_SUM : MPI_MAX,
                       comm, &requests[i]);
    }
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    int token = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &token, 1, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE);
    check(token == left, "Sendrecv");
    check_barrier();
    std::swap(requests[0], requests[3]);
    MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; ++i) {
        int sum = 0;
        for (int r = 0; r < size; ++r)
            sum += value(r, 3, i);
        check(*at(std::as_const(sums[0]), i) == sum && *at(std::as_const(sums[2]), i) == sum,
              "one of several Iallreduce (sum)");
        check(*at(std::as_const(sums[3]), i) == value(size - 1, 3, i),
              "one of several Iallreduce (max)");
    }
}

void check_all(MPI_Comm on) {
    comm = on;
    rank = rank_in(comm);
    size = size_of(comm);
    for (const int n : {0, 1, 7, 1000, 20011})
        for (const Way one : all_ways) {
            way = one;
            check_barrier();
            for (int root = 0; root<size; root += n> 7 ? 2 : 1) {
                check_bcast(n, root);
                if (n > 7 && root != size / 2) continue;
                check_gather_scatter(n, root, root % 2 == 0);
                check_gatherv_scatterv(n, root);
                check_reductions(n, root, root % 2 == 0);
            }
            check_allgather(n, false);
            check_allgather(n, true);
            check_alltoall(n, false);
            check_alltoall(n, true);
            check_alltoallv(n, false);
            check_alltoallv(n, true);
            check_reductions(n, size - 1, true);
            check_reductions(n, 0, false);
        }
    for (const int n : {1, 5, 3000, 50000})
        check_predefined(n);
    for (const int n : {1, 33, 4000})
        check_derived(n);
    way = Way::blocking;
    for (const int n : {1, 100, 5000})
        check_overlap(n);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
    same_bits = argc > 2 && std::string(argv[2]) == "same-bits";
    const int me = rank_in(MPI_COMM_WORLD);
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    for (int round = 0; round < rounds; ++round) {
        check_all(MPI_COMM_WORLD);
        check_all(reversed);
        check_all(half);
        check_all(MPI_COMM_SELF);
        if (me == 0) std::printf("round %d\n", round), std::fflush(stdout);
    }
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&half);
    std::printf("ok: collectives\n");
    MPI_Finalize();
    return 0;
}
