// Windows of processes that reach each other by messages, where it matters who serves when. To be
// run with CLOSERANKS_TEST_HOSTS=2: ranks 0 and 2 are on one host, 1 and 3 on the other.
//
//     late exclusive    rank 0 dies within a put to rank 1, which does not serve until rank 3, on
//     late shared       its host, has got the lock of the dead: what comes then is not written
//     waiting           rank 1 dies while others wait for its answer
//     torn              rank 0 dies within a long put to rank 1: each part is there or not
//     long              what needs several requests, and datatypes with gaps; nobody dies

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

int rank = 0;
int size = 0;
bool failed = false;

template <typename... Values> void wrong(const char *format, Values... values) {
    std::printf("wrong: rank %d: ", rank);
    std::printf(format, values...);
    std::printf("\n");
    failed = true;
}

void check(int code) {
    if (code != MPI_SUCCESS) wrong("a call returned %d", code);
}

/// `count` elements in the memory of each process, all zero; rank 0's program frees it.
template <typename T> class Room {
  public:
    explicit Room(std::size_t count) {
        check(MPI_Win_allocate(static_cast<MPI_Aint>(count * sizeof(T)), sizeof(T), MPI_INFO_NULL,
                               MPI_COMM_WORLD, &at, &win));
        std::fill_n(at, count, T{});
        MPI_Barrier(MPI_COMM_WORLD);
    }
    void free() { check(MPI_Win_free(&win)); }

    T *at = nullptr;
    MPI_Win win = MPI_WIN_NULL;
};

/// Waits, without any call of MPI, until another process has written a number here.
void await(long *number) {
    while (std::atomic_ref<long>(*number).load() == 0)
        continue;
}

constexpr MPI_Aint value = 0;
constexpr MPI_Aint flag = 1;

void late(bool exclusive) {
    constexpr int target = 1;
    constexpr long of_the_dead = 7;
    constexpr long of_the_next = 42;
    constexpr long one = 1;
    Room<long> room(2);
    const int kind = exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
    if (rank == 0) check(MPI_Win_lock(kind, target, 0, room.win));
    MPI_Barrier(MPI_COMM_WORLD);
    // It dies when all have left the barrier: its repair would wait for the target, which waits.
    long left = 0;
    if (rank >= 2) MPI_Send(&one, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    for (int other = 2; rank == 0 && other < size; other++)
        MPI_Recv(&left, 1, MPI_LONG, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) // dies in here
        check(MPI_Put(&of_the_dead, 1, MPI_LONG, target, value, 1, MPI_LONG, room.win));
    if (rank == target) await(&room.at[flag]);
    if (rank == 3) {
        check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, room.win));
        check(MPI_Put(&of_the_next, 1, MPI_LONG, target, value, 1, MPI_LONG, room.win));
        check(MPI_Put(&one, 1, MPI_LONG, target, flag, 1, MPI_LONG, room.win));
        check(MPI_Win_unlock(target, room.win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) { // by messages
        check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, room.win));
        check(MPI_Accumulate(&one, 1, MPI_LONG, target, value, 1, MPI_LONG, MPI_SUM, room.win));
        check(MPI_Win_unlock(target, room.win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == target && room.at[value] != of_the_next + 1)
        wrong("%ld is there, not %ld", room.at[value], of_the_next + 1);
    room.free();
}

void waiting() {
    constexpr int target = 1;
    constexpr long one = 1;
    Room<long> room(2);
    // Rank 3, on its host, has it die when the others have begun, a while ago.
    if (rank == target) {
        std::atomic_ref<long>(room.at[value]).store(1); // it calls nothing of MPI any more
        await(&room.at[flag]);
        static_cast<void>(std::raise(SIGKILL));
    }
    long begun = 0;
    if (rank == 3) {
        while (begun == 0)
            check(MPI_Get(&begun, 1, MPI_LONG, target, value, 1, MPI_LONG, room.win));
        for (const int other : {0, 2})
            MPI_Send(&one, 1, MPI_LONG, other, 0, MPI_COMM_WORLD);
        for (const int other : {0, 2})
            MPI_Recv(&begun, 1, MPI_LONG, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        check(MPI_Put(&one, 1, MPI_LONG, target, flag, 1, MPI_LONG, room.win));
    } else {
        MPI_Recv(&begun, 1, MPI_LONG, 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&one, 1, MPI_LONG, 3, 0, MPI_COMM_WORLD);
    }
    const double start = MPI_Wtime();
    check(MPI_Put(&one, 1, MPI_LONG, target, value, 1, MPI_LONG, room.win));
    const double waited = MPI_Wtime() - start;
    if (rank % 2 == 0 && waited < 0.1) wrong("it waited for %f s only", waited);
    check(MPI_Accumulate(&one, 1, MPI_LONG, target, value, 1, MPI_LONG, MPI_SUM, room.win));
    check(MPI_Accumulate(&one, 1, MPI_LONG, 0, value, 1, MPI_LONG, MPI_SUM, room.win));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && room.at[value] != size - 1) wrong("%ld have counted", room.at[value]);
    room.free();
}

void torn() {
    constexpr std::size_t part = 256UL * 1024 / sizeof(long); // of one request
    constexpr std::size_t count = 128 * part;
    Room<long> room(count);
    std::vector<long> ones(rank == 0 ? count : 0, 1);
    if (rank == 0) // dies in here
        check(MPI_Put(ones.data(), static_cast<int>(count), MPI_LONG, 1, 0, static_cast<int>(count),
                      MPI_LONG, room.win));
    MPI_Barrier(MPI_COMM_WORLD);
    const auto *const end = room.at + count;
    const auto written = static_cast<std::size_t>(std::find(room.at, room.at + count, 0) - room.at);
    if (rank == 1 && (written % part != 0 || written == count ||
                      std::find(room.at + written, room.at + count, 1) != end))
        wrong("%zu of %zu elements are there", written, count);
    room.free();
}

struct ShortInt {
    short number;
    int place;
};

/// All fetch and change the same pairs of their right neighbour, whose datatype has gaps within.
void change_pairs() {
    constexpr int count = 100'000;
    const int right = (rank + 1) % size;
    Room<ShortInt> room(count);
    std::vector<ShortInt> mine(count);
    std::vector<ShortInt> before(count);
    for (int i = 0; i < count; i++)
        mine[static_cast<std::size_t>(i)] = {static_cast<short>(-1 - i % 100), i};
    check(MPI_Get_accumulate(mine.data(), count, MPI_SHORT_INT, before.data(), count, MPI_SHORT_INT,
                             right, 0, count, MPI_SHORT_INT, MPI_MINLOC, room.win));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        const auto at = static_cast<std::size_t>(i);
        if (before[at].number != 0 || room.at[i].number != mine[at].number ||
            room.at[i].place != i) {
            wrong("pair %d is %d at %d", i, room.at[i].number, room.at[i].place);
            break;
        }
    }
    room.free();
}

/// A column of a matrix in reverse order of its halves, so that memory and data differ in order.
MPI_Datatype make_column(int rows, int columns) {
    const int half = rows / 2;
    MPI_Datatype part = MPI_DATATYPE_NULL;
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_vector(half, 1, columns, MPI_LONG, &part);
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {MPI_Aint{half} * columns * MPI_Aint{sizeof(long)}, 0};
    MPI_Type_create_hindexed(2, lengths, places, part, &column);
    MPI_Type_commit(&column);
    MPI_Type_free(&part);
    return column;
}

void change_column() {
    constexpr int rows = 20'000;
    constexpr int columns = 3;
    const int right = (rank + 1) % size;
    Room<long> room(std::size_t{rows} * columns);
    MPI_Datatype column = make_column(rows, columns);
    std::vector<long> numbers(rows);
    std::vector<long> before(rows, -1);
    std::iota(numbers.begin(), numbers.end(), 1);
    check(MPI_Put(numbers.data(), rows, MPI_LONG, right, 1, 1, column, room.win));
    check(MPI_Get_accumulate(numbers.data(), rows, MPI_LONG, before.data(), rows, MPI_LONG, right,
                             1, 1, column, MPI_SUM, room.win));
    if (before != numbers) wrong("%s", "the column is not what was put");
    check(MPI_Get(before.data(), rows, MPI_LONG, right, 1, 1, column, room.win));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < rows; i++) {
        const long expected = 2 * (1 + (i + rows / 2) % rows);
        const long *const row = room.at + std::ptrdiff_t{i} * columns;
        if (row[0] != 0 || row[1] != expected || row[2] != 0 ||
            before[static_cast<std::size_t>(i)] != 2L * (i + 1)) {
            wrong("row %d is %ld %ld %ld", i, row[0], row[1], row[2]);
            break;
        }
    }
    MPI_Type_free(&column);
    room.free();
}

void put_and_get() {
    constexpr int count = 500'000;
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    Room<long> room(count);
    std::vector<long> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1000L * rank);
    check(MPI_Put(numbers.data(), count, MPI_LONG, right, 0, count, MPI_LONG, room.win));
    std::vector<long> got(count);
    check(MPI_Get(got.data(), count, MPI_LONG, right, 0, count, MPI_LONG, room.win));
    if (got != numbers) wrong("%s", "what was got is not what was put");
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count && !failed; i++)
        if (room.at[i] != 1000L * left + i) wrong("%ld at %d", room.at[i], i);
    room.free();
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "late") late(argc > 2 && std::string(argv[2]) == "exclusive");
    if (what == "waiting") waiting();
    if (what == "torn") torn();
    if (what == "long") {
        put_and_get();
        change_column();
        change_pairs();
    }
    MPI_Finalize();
    if (failed) return 1;
    std::printf("ok: windows_far\n");
    return 0;
}
