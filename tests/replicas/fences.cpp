#include "checks.hpp"
#include "dying.h"

#include <cstdint>
#include <cstring>
#include <numeric>

/// Operations on windows between fences, each of them in turn. Each rank prints a checksum over all
/// that it has read and all that is in its memory.

namespace {

using checks::check;

constexpr int length = 240; // elements of a window, for each kind
constexpr int large = 3 << 20;

int rank;
int size;
std::uint64_t sum = 14695981039346656037U;

void add(const void *data, std::size_t bytes) {
    const auto *const at = static_cast<const unsigned char *>(data);
    for (std::size_t i = 0; i < bytes; ++i)
        sum = (sum ^ at[i]) * 1099511628211U;
}

/// One rank's memory: whole numbers, floating-point numbers and pairs, each with a window.
struct Memory {
    struct Pair {
        double value;
        int at;
    };

    long *longs = nullptr; // of the MPI
    std::vector<double> reals;
    std::vector<Pair> pairs;
    MPI_Win of_longs = MPI_WIN_NULL;
    MPI_Win of_reals = MPI_WIN_NULL;
    MPI_Win of_pairs = MPI_WIN_NULL;

    Memory() : reals(length), pairs(length) {
        MPI_Win_allocate(length * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &longs,
                         &of_longs);
        // Displacements of one member need not be those of another.
        MPI_Win_create(reals.data(), length * sizeof(double), unit(rank), MPI_INFO_NULL,
                       MPI_COMM_WORLD, &of_reals);
        MPI_Win_create(pairs.data(), static_cast<MPI_Aint>(length * sizeof(Pair)), sizeof(Pair),
                       MPI_INFO_NULL, MPI_COMM_WORLD, &of_pairs);
        std::fill(longs, longs + length, 0L);
        std::memset(static_cast<void *>(pairs.data()), 0, length * sizeof(Pair));
    }
    ~Memory() {
        MPI_Win_free(&of_pairs);
        MPI_Win_free(&of_reals);
        MPI_Win_free(&of_longs);
    }
    static int unit(int of) { return of % 2 == 0 ? 1 : static_cast<int>(sizeof(double)); }
    static MPI_Aint place(int of, int i) {
        return of % 2 == 0 ? i * static_cast<MPI_Aint>(sizeof(double)) : i;
    }
    void note() const {
        add(longs, length * sizeof(long));
        add(reals.data(), length * sizeof(double));
        for (const Pair &pair : pairs)
            add(&pair.value, sizeof pair.value), add(&pair.at, sizeof pair.at);
    }
};

Memory *memory;

void fence(MPI_Win win, int mpi_assert = 0) { MPI_Win_fence(mpi_assert, win); }

long value(int from, int round, int i) { return from * 10007L + round * 101L + i; }

void put_around(int round) {
    const int step = 1 + round % size;
    const int to = (rank + step) % size;
    const int from = (rank - step % size + size) % size;
    std::vector<long> out(20);
    for (int i = 0; i < 20; ++i)
        out[static_cast<std::size_t>(i)] = value(rank, round, i);
    const int at = round % 11 * 20;
    fence(memory->of_longs, MPI_MODE_NOPRECEDE);
    MPI_Put(out.data(), 20, MPI_LONG, to, at, 20, MPI_LONG, memory->of_longs);
    std::fill(out.begin(), out.end(), -1L); // packed in the call
    come_to(round * 2 + 1);
    fence(memory->of_longs, MPI_MODE_NOSUCCEED);
    for (int i = 0; i < 20; ++i)
        check(memory->longs[at + i] == value(from, round, i), "MPI_Put");
}

/// Every second element of the target, in reverse order of blocks, into every third here.
void get_with_types(int round) {
    MPI_Datatype blocks = MPI_DATATYPE_NULL;
    const int lengths[] = {2, 1, 3};
    const int places[] = {10, 5, 0};
    MPI_Type_indexed(3, lengths, places, MPI_LONG, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Datatype sparse = MPI_DATATYPE_NULL;
    MPI_Type_vector(6, 1, 3, MPI_LONG, &sparse);
    MPI_Type_commit(&sparse);
    std::iota(memory->longs, memory->longs + length, value(rank, round, 0));
    const int from = (rank + 1) % size;
    std::vector<long> in(18, -1);
    fence(memory->of_longs);
    MPI_Get(in.data(), 1, sparse, from, 40, 1, blocks, memory->of_longs);
    MPI_Type_free(&sparse); // the operation needs them no more
    MPI_Type_free(&blocks);
    come_to(round * 2 + 1);
    fence(memory->of_longs);
    const int should[] = {10, 11, 5, 0, 1, 2};
    for (int i = 0; i < 18; ++i) {
        const long right = i % 3 == 0 ? value(from, round, 40 + should[i / 3]) : -1;
        check(in[static_cast<std::size_t>(i)] == right, "MPI_Get");
    }
}

/// All ranks add to the same elements: the bits of the sum depend on the order.
void accumulate_reals(int round) {
    fence(memory->of_reals);
    for (int to = 0; to < size; ++to) {
        std::vector<double> out(30);
        for (int i = 0; i < 30; ++i)
            out[static_cast<std::size_t>(i)] = 1.0 / (3 + rank * 7 + i + round);
        MPI_Accumulate(out.data(), 30, MPI_DOUBLE, to, Memory::place(to, 10), 30, MPI_DOUBLE,
                       MPI_SUM, memory->of_reals);
        MPI_Accumulate(out.data(), 5, MPI_DOUBLE, to, Memory::place(to, 12), 5, MPI_DOUBLE,
                       rank == 0 ? MPI_SUM : MPI_PROD, memory->of_reals);
    }
    come_to(round * 2 + 1);
    fence(memory->of_reals);
}

void fetch_reals(int round) {
    const int to = round % size;
    std::vector<double> out(8, 0.1 * (rank + 1));
    std::vector<double> before(8, -1);
    std::vector<double> seen(4, -1);
    fence(memory->of_reals);
    MPI_Get_accumulate(out.data(), 8, MPI_DOUBLE, before.data(), 8, MPI_DOUBLE, to,
                       Memory::place(to, 50), 8, MPI_DOUBLE, MPI_SUM, memory->of_reals);
    MPI_Get_accumulate(nullptr, 0, MPI_DOUBLE, seen.data(), 4, MPI_DOUBLE, to,
                       Memory::place(to, 100), 4, MPI_DOUBLE, MPI_NO_OP, memory->of_reals);
    come_to(round * 2 + 1);
    fence(memory->of_reals);
    add(before.data(), before.size() * sizeof(double));
    add(seen.data(), seen.size() * sizeof(double));
}

/// A counter of the last rank: the ranks come in their order.
void count(int round) {
    const int owner = size - 1;
    if (rank == owner) memory->longs[0] = 1000;
    long got = -1;
    const long step = 3;
    fence(memory->of_longs);
    MPI_Fetch_and_op(&step, &got, MPI_LONG, owner, 0, MPI_SUM, memory->of_longs);
    come_to(round * 2 + 1);
    fence(memory->of_longs);
    check(got == 1000 + 3 * rank, "MPI_Fetch_and_op");
    if (rank == owner) check(memory->longs[0] == 1000 + 3 * size, "the counter");
}

/// All ranks want the same element: the first one gets it.
void swap(int round) {
    memory->longs[7] = 0;
    const long mine = rank + 1;
    const long expected = 0;
    long before = -1;
    fence(memory->of_longs);
    MPI_Compare_and_swap(&mine, &expected, &before, MPI_LONG, round % size, 7, memory->of_longs);
    come_to(round * 2 + 1);
    fence(memory->of_longs);
    check(before == (rank == 0 ? 0 : 1), "MPI_Compare_and_swap");
    check(memory->longs[7] == (rank == round % size ? 1 : 0), "the swapped element");
}

void find_largest(int round) {
    const int to = (round + 1) % size;
    std::vector<Memory::Pair> out(5);
    std::memset(static_cast<void *>(out.data()), 0, out.size() * sizeof(Memory::Pair));
    for (int i = 0; i < 5; ++i)
        out[static_cast<std::size_t>(i)] = {(rank * 5 + i + round) % 7 + round * 0.5, rank};
    fence(memory->of_pairs);
    MPI_Accumulate(out.data(), 5, MPI_DOUBLE_INT, to, 3, 5, MPI_DOUBLE_INT, MPI_MAXLOC,
                   memory->of_pairs);
    MPI_Put(out.data(), 1, MPI_DOUBLE_INT, to, 20 + rank, 1, MPI_DOUBLE_INT, memory->of_pairs);
    come_to(round * 2 + 1);
    fence(memory->of_pairs);
    if (rank != to) return;
    for (int i = 0; i < size; ++i)
        check(memory->pairs[static_cast<std::size_t>(20 + i)].at == i, "MPI_Put of pairs");
}

/// More than one message has, into a window that lives only here.
void put_much(int round) {
    std::vector<long> in(large);
    std::vector<long> out(large, value(rank, round, 0));
    std::vector<long> back(large, -1);
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(in.data(), large * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    const int to = (rank + 1) % size;
    fence(win);
    MPI_Put(out.data(), large, MPI_LONG, to, 0, large, MPI_LONG, win);
    come_to(round * 2 + 1);
    fence(win);
    MPI_Get(back.data(), large, MPI_LONG, to, 0, large, MPI_LONG, win);
    fence(win);
    const int from = (rank + size - 1) % size;
    check(in.front() == value(from, round, 0) && in.back() == in.front(), "a large MPI_Put");
    check(back.front() == out.front() && back.back() == out.front(), "a large MPI_Get");
    MPI_Win_free(&win);
}

void ask() {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Win_get_group(memory->of_reals, &group);
    int in_group = -1;
    int members = -1;
    MPI_Group_rank(group, &in_group);
    MPI_Group_size(group, &members);
    check(in_group == rank && members == size, "MPI_Win_get_group");
    MPI_Group_free(&group);
    void *found = nullptr;
    int is_set = 0;
    MPI_Win_get_attr(memory->of_reals, MPI_WIN_BASE, &found, &is_set);
    check(is_set != 0 && found == memory->reals.data(), "MPI_WIN_BASE");
    MPI_Win_get_attr(memory->of_longs, MPI_WIN_SIZE, &found, &is_set);
    check(is_set != 0 && *static_cast<MPI_Aint *>(found) == length * sizeof(long), "MPI_WIN_SIZE");
    MPI_Win_set_name(memory->of_longs, "longs");
    char name[MPI_MAX_OBJECT_NAME];
    int characters = 0;
    MPI_Win_get_name(memory->of_longs, name, &characters);
    check(std::string(name) == "longs", "MPI_Win_get_name");
}

int class_of(int code) {
    int found = -1;
    MPI_Error_class(code, &found);
    return found;
}

void make_errors() {
    long one = 1;
    MPI_Win_set_errhandler(memory->of_longs, MPI_ERRORS_RETURN);
    const auto put_at = [&](int to, int at) {
        return class_of(MPI_Put(&one, 1, MPI_LONG, to, at, 1, MPI_LONG, memory->of_longs));
    };
    fence(memory->of_longs, MPI_MODE_NOSUCCEED);
    check(put_at(0, 0) == MPI_ERR_RMA_SYNC, "an operation without an epoch");
    fence(memory->of_longs);
    check(put_at(size, 0) == MPI_ERR_RANK, "a rank that does not exist");
    check(put_at(0, length) == MPI_ERR_RMA_RANGE, "a displacement behind the window");
    check(put_at(MPI_PROC_NULL, 0) == MPI_SUCCESS, "MPI_PROC_NULL");
    MPI_Op own = MPI_OP_NULL;
    MPI_Op_create([](void *, void *, int *, MPI_Datatype *) {}, 1, &own);
    check(class_of(MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, own, memory->of_longs)) ==
              MPI_ERR_OP,
          "an operator of the program");
    MPI_Op_free(&own);
    fence(memory->of_longs);
}

void (*const kinds[])(int) = {put_around, get_with_types, accumulate_reals, fetch_reals,
                              count,      swap,           find_largest,     accumulate_reals};

} // namespace

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 60;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    rank = checks::rank_in(MPI_COMM_WORLD);
    size = checks::size_of(MPI_COMM_WORLD);
    {
        Memory own;
        memory = &own;
        ask();
        for (int round = 0; round < rounds; ++round) {
            come_to(round * 2);
            kinds[round % 8](round);
            if (round == rounds / 2) put_much(round);
            own.note();
            if (round % 10 == 9)
                std::printf("rank %d round %d: %016lx\n", rank, round, static_cast<long>(sum));
        }
        make_errors();
    }
    std::printf("rank %d ends: %016lx\n", rank, static_cast<long>(sum));
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
