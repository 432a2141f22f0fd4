// An ordinary program that uses every call on windows, without any failure, and prints all that it
// can see: the runner compares what it prints with the library and without. Of several kinds of
// windows, it compares itself what it sees.

#include "alike.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

namespace alike {
namespace {

/// Every shape at the origin with every shape at the target.
void transfer(const Any &any) {
    std::vector<Shape> made = shapes();
    long step = 0;
    for (const Shape &from : made)
        for (const Shape &to : made) {
            const std::vector<long> mine = numbers(++step);
            std::vector<long> got(512, -1);
            const MPI_Aint at = any.at(right(), 64 + step * 8);
            std::printf("%s %s to %s\n", any.kind, from.name, to.name);
            MPI_Win_fence(0, any.win);
            print("put", MPI_Put(mine.data(), from.count, from.type, right(), at, to.count, to.type,
                                 any.win));
            MPI_Win_fence(0, any.win);
            print_bytes("memory", any.base, window_bytes);
            MPI_Win_fence(0, any.win);
            print("get", MPI_Get(got.data(), from.count, from.type, right(), at, to.count, to.type,
                                 any.win));
            MPI_Win_fence(0, any.win);
            print_bytes("got", got.data(), got.size() * 8);
            MPI_Win_fence(0, any.win);
            print("accumulate", MPI_Accumulate(mine.data(), from.count, from.type, right(), at,
                                               to.count, to.type, MPI_SUM, any.win));
            MPI_Win_fence(0, any.win);
            print_bytes("memory", any.base, window_bytes);
            MPI_Win_fence(0, any.win);
            print("get_accumulate",
                  MPI_Get_accumulate(mine.data(), from.count, from.type, got.data(), from.count,
                                     from.type, right(), at, to.count, to.type, MPI_MAX, any.win));
            MPI_Win_fence(0, any.win);
            print_bytes("got", got.data(), got.size() * 8);
            print_bytes("memory", any.base, window_bytes);
        }
    print_memory(any);
    free_all(made);
}

/// Every operation, on types of different sizes, and pairs with gaps.
void operations(const Any &any) {
    const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_BAND,   MPI_BOR,
                          MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_REPLACE};
    const MPI_Datatype types[] = {MPI_INT, MPI_LONG_LONG, MPI_UNSIGNED};
    for (const MPI_Datatype type : types)
        for (const MPI_Op op : ops) {
            const std::vector<long> mine = numbers(7);
            std::vector<long> got(512, -1);
            const MPI_Aint at = any.at(right(), 128);
            MPI_Win_fence(0, any.win);
            MPI_Accumulate(mine.data(), 10, type, right(), at, 10, type, op, any.win);
            MPI_Win_fence(0, any.win);
            MPI_Fetch_and_op(mine.data(), got.data(), type, right(), at, op, any.win);
            MPI_Win_fence(0, any.win);
            MPI_Get_accumulate(nullptr, 0, MPI_DATATYPE_NULL, got.data() + 1, 5, type, right(), at,
                               5, type, MPI_NO_OP, any.win);
            MPI_Win_fence(0, any.win);
            print_bytes("got", got.data(), got.size() * 8);
        }
    struct {
        double value;
        int index;
    } pairs[3] = {{rank * 1.5, rank}, {-rank * 2.0, rank + 10}, {700.0, rank + 20}};
    MPI_Win_fence(0, any.win);
    MPI_Put(pairs, 3, MPI_DOUBLE_INT, right(), any.at(right(), 256), 3, MPI_DOUBLE_INT, any.win);
    MPI_Win_fence(0, any.win);
    MPI_Accumulate(pairs, 3, MPI_DOUBLE_INT, 0, any.at(0, 256), 3, MPI_DOUBLE_INT, MPI_MAXLOC,
                   any.win);
    MPI_Win_fence(0, any.win);
    print_memory(any);
    long before = -1;
    const long compare = rank * 1000 + 5;
    const long swapped = 4711;
    for (int round = 0; round < 2; round++) {
        const MPI_Aint at = any.at(rank, 2048 * 8 + 5 * 8);
        const long now = round == 0 ? compare : 17;
        MPI_Win_fence(0, any.win);
        const long there = now + 0;
        MPI_Put(&compare, 1, MPI_LONG, rank, at, 1, MPI_LONG, any.win);
        MPI_Win_fence(0, any.win);
        print("compare_and_swap",
              MPI_Compare_and_swap(&swapped, &there, &before, MPI_LONG, rank, at, any.win));
        MPI_Win_fence(0, any.win);
        std::printf("before %ld\n", before);
    }
    print_memory(any);
}

void requests(const Any &any) {
    const std::vector<long> mine = numbers(3);
    std::vector<long> got(512, -1);
    const MPI_Aint at = any.at(right(), 512);
    MPI_Request request = MPI_REQUEST_NULL;
    print("lock_all", MPI_Win_lock_all(0, any.win));
    print("rput", MPI_Rput(mine.data(), 9, MPI_LONG, right(), at, 9, MPI_LONG, any.win, &request));
    print("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
    print("flush", MPI_Win_flush(right(), any.win));
    MPI_Barrier(MPI_COMM_WORLD);
    print("rget", MPI_Rget(got.data(), 9, MPI_LONG, right(), at, 9, MPI_LONG, any.win, &request));
    print("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
    print_bytes("got", got.data(), got.size() * 8);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!spares) {
        print("raccumulate", MPI_Raccumulate(mine.data(), 9, MPI_LONG, right(), at, 9, MPI_LONG,
                                             MPI_SUM, any.win, &request));
        print("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
        print("flush_all", MPI_Win_flush_all(any.win));
        print("rget_accumulate",
              MPI_Rget_accumulate(mine.data(), 9, MPI_LONG, got.data(), 9, MPI_LONG, right(), at, 9,
                                  MPI_LONG, MPI_REPLACE, any.win, &request));
        print("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
        print_bytes("got", got.data(), got.size() * 8);
    }
    print("rput nobody",
          MPI_Rput(mine.data(), 9, MPI_LONG, MPI_PROC_NULL, 0, 9, MPI_LONG, any.win, &request));
    print("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
    print("flush_local", MPI_Win_flush_local(right(), any.win));
    print("flush_local_all", MPI_Win_flush_local_all(any.win));
    print("sync", MPI_Win_sync(any.win));
    print("unlock_all", MPI_Win_unlock_all(any.win));
    MPI_Barrier(MPI_COMM_WORLD);
    print_memory(any);
}

/// All add to one number of rank 0, under every kind of lock.
void locks(const Any &any) {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, any.win);
    const long zero = 0;
    if (rank == 0) std::memcpy(any.base + 1024, &zero, sizeof zero);
    MPI_Barrier(MPI_COMM_WORLD);
    const MPI_Aint at = any.at(0, 1024);
    const long one = 1;
    long got = 0;
    for (int i = 0; i < 200; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, any.win);
        MPI_Get(&got, 1, MPI_LONG, 0, at, 1, MPI_LONG, any.win);
        MPI_Win_flush(0, any.win);
        got++;
        MPI_Put(&got, 1, MPI_LONG, 0, at, 1, MPI_LONG, any.win);
        MPI_Win_unlock(0, any.win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, any.win);
        MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, at, MPI_SUM, any.win);
        MPI_Win_unlock(0, any.win);
        MPI_Win_lock_all(0, any.win);
        MPI_Accumulate(&one, 1, MPI_LONG, 0, at, 1, MPI_LONG, MPI_SUM, any.win);
        MPI_Win_unlock_all(any.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, any.win);
    MPI_Get(&got, 1, MPI_LONG, 0, at, 1, MPI_LONG, any.win);
    print("unlock", MPI_Win_unlock(0, any.win));
    std::printf("%s: together %ld\n", any.kind, got);
    note(static_cast<unsigned long>(got));
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Each exposes itself to its left neighbour and accesses its right one.
void neighbours(const Any &any) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group target = MPI_GROUP_NULL;
    MPI_Group origin = MPI_GROUP_NULL;
    const int left = (rank + size - 1) % size;
    const int next = right();
    MPI_Win_get_group(any.win, &all);
    MPI_Group_incl(all, 1, &next, &target);
    MPI_Group_incl(all, 1, &left, &origin);
    for (int round = 0; round < 20; round++) {
        const long value = rank * 100 + round;
        MPI_Win_post(origin, 0, any.win);
        MPI_Win_start(target, 0, any.win);
        MPI_Put(&value, 1, MPI_LONG, next, any.at(next, 8 * round), 1, MPI_LONG, any.win);
        MPI_Win_complete(any.win);
        if (round % 2 == 0) {
            MPI_Win_wait(any.win);
        } else {
            int done = 0;
            while (done == 0)
                MPI_Win_test(any.win, &done);
        }
        print_bytes("memory", any.base, 8 * 20);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&target);
    MPI_Group_free(&origin);
    MPI_Barrier(MPI_COMM_WORLD);
}

void views(Any &any) {
    MPI_Group group = MPI_GROUP_NULL;
    int members = 0;
    MPI_Win_get_group(any.win, &group);
    MPI_Group_size(group, &members);
    MPI_Group_rank(group, &errors);
    std::printf("%s: group of %d, rank %d\n", any.kind, members, errors);
    errors = 0;
    MPI_Group_free(&group);
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    MPI_Win_set_name(any.win, "a window");
    MPI_Win_get_name(any.win, name, &length);
    std::printf("name %s\n", name);
    int keyval = MPI_KEYVAL_INVALID;
    int value = 7;
    int *got = nullptr;
    int flag = 0;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &keyval, nullptr);
    MPI_Win_set_attr(any.win, keyval, &value);
    MPI_Win_get_attr(any.win, keyval, &got, &flag);
    std::printf("attribute %d %d\n", flag, flag != 0 ? *got : -1);
    MPI_Win_delete_attr(any.win, keyval);
    MPI_Win_get_attr(any.win, keyval, &got, &flag);
    MPI_Win_free_keyval(&keyval);
    std::printf("attribute %d\n", flag);
    void *base = nullptr;
    MPI_Aint *bytes = nullptr;
    int *unit = nullptr;
    int *flavor = nullptr;
    int *model = nullptr;
    MPI_Win_get_attr(any.win, MPI_WIN_BASE, &base, &flag);
    MPI_Win_get_attr(any.win, MPI_WIN_SIZE, &bytes, &flag);
    MPI_Win_get_attr(any.win, MPI_WIN_DISP_UNIT, &unit, &flag);
    MPI_Win_get_attr(any.win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
    MPI_Win_get_attr(any.win, MPI_WIN_MODEL, &model, &flag);
    std::printf("base %d, %ld bytes, unit %d, flavor %d, model %d\n",
                any.origins.empty() ? base == any.base : base == MPI_BOTTOM,
                static_cast<long>(*bytes), *unit, *flavor, *model);
    MPI_Win back = MPI_Win_f2c(MPI_Win_c2f(any.win));
    std::printf("handle %d\n", back == any.win);
    if (any.kind[0] == 's' || any.kind[0] == 'n')
        for (int other = 0; other < size; other++) {
            MPI_Aint there = 0;
            int disp = 0;
            unsigned char *memory = nullptr;
            MPI_Win_shared_query(any.win, other, &there, &disp, &memory);
            std::printf("shared %ld, unit %d, next to it %d\n", static_cast<long>(there), disp,
                        any.kind[0] == 'n' || memory == any.base + (other - rank) * window_bytes);
            print_bytes("the other's", memory, 64);
        }
    MPI_Barrier(MPI_COMM_WORLD);
}

void mistakes(const Any &any) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Errhandler got = MPI_ERRHANDLER_NULL;
    MPI_Win_create_errhandler(count_errors, &handler);
    MPI_Win_set_errhandler(any.win, handler);
    MPI_Win_get_errhandler(any.win, &got);
    std::printf("%s: handler %d\n", any.kind, got == handler);
    long value = 0;
    const MPI_Aint at = any.at(0, 0);
    const auto put = [&](int count, MPI_Datatype type, int target, MPI_Aint disp) {
        return MPI_Put(&value, count, type, target, disp, count, type, any.win);
    };
    MPI_Win_fence(0, any.win);
    print("count", put(-1, MPI_LONG, 0, at));
    print("rank", put(1, MPI_LONG, size, at));
    print("rank", put(1, MPI_LONG, -17, at));
    print("type", put(1, MPI_DATATYPE_NULL, 0, at));
    if (any.origins.empty()) print("displacement", put(1, MPI_LONG, 0, -1));
    print("nobody", put(1, MPI_LONG, MPI_PROC_NULL, at));
    print("op", MPI_Accumulate(&value, 1, MPI_LONG, 0, at, 1, MPI_LONG, MPI_OP_NULL, any.win));
    print("op", MPI_Accumulate(&value, 1, MPI_LONG, 0, at, 1, MPI_LONG, MPI_NO_OP, any.win));
    print("op", MPI_Accumulate(&value, 1, MPI_LONG, 0, at, 1, MPI_LONG, MPI_MAXLOC, any.win));
    print("mixed", MPI_Accumulate(&value, 1, MPI_LONG, 0, at, 2, MPI_INT, MPI_SUM, any.win));
    print("assert", MPI_Win_fence(1 << 30, any.win));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, any.win);
    print("lock type", MPI_Win_lock(4711, 0, 0, any.win));
    print("lock rank", MPI_Win_lock(MPI_LOCK_SHARED, size, 0, any.win));
    print("lock assert", MPI_Win_lock(MPI_LOCK_SHARED, 0, 1 << 30, any.win));
    print("unlock", MPI_Win_unlock(0, any.win));
    print("unlock_all", MPI_Win_unlock_all(any.win));
    print("wait", MPI_Win_wait(any.win));
    int flag = 0;
    print("test", MPI_Win_test(any.win, &flag));
    print("complete", MPI_Win_complete(any.win));
    if (any.kind[0] == 'c' || any.kind[0] == 'd') {
        print("no epoch", put(1, MPI_LONG, 0, at));
        print("no lock", MPI_Win_flush(0, any.win));
        MPI_Win_fence(0, any.win);
        MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, any.win);
        MPI_Win_unlock(right(), any.win);
        print("the lock ended the fence's epoch", put(1, MPI_LONG, 0, at));
        MPI_Win_fence(MPI_MODE_NOSUCCEED, any.win);
    }
    if (any.kind[0] == 'c' && !spares) {
        MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, any.win);
        print("range", put(1, MPI_LONG, right(), window_bytes));
        MPI_Win_unlock(right(), any.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Errhandler_free(&handler);
    MPI_Errhandler_free(&got);
    errors = 0;
}

void creation() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    long memory[4] = {};
    long *base = nullptr;
    MPI_Win win = MPI_WIN_NULL;
    print("size", MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    print("unit", MPI_Win_create(memory, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    print("size", MPI_Win_allocate(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    // Of different sizes and units; rank 1 gives nothing.
    const MPI_Aint bytes = rank == 1 ? 0 : 8 * (rank + 2);
    MPI_Win_allocate_shared(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Aint got = -1;
    int unit = -1;
    MPI_Win_fence(0, win);
    if (bytes != 0) base[0] = rank;
    MPI_Win_fence(0, win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &got, &unit, &base);
    std::printf("lowest: %ld, %d, %ld\n", static_cast<long>(got), unit, base[0]);
    long number = 100 + rank;
    if (rank == size - 1) MPI_Put(&number, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Win_create(memory, sizeof memory, 8, MPI_INFO_NULL, half, &win);
    int own = 0;
    MPI_Comm_rank(half, &own);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        if (own == 0 || i == 1) MPI_Put(&number, 1, MPI_LONG, 0, i, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    if (own != 0) std::printf("half: %ld\n", memory[0]);
    MPI_Comm_free(&half);
    MPI_Win_free(&win);
}

} // namespace
} // namespace alike

using namespace alike;

int main(int argc, char **argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    creation();
    const auto is_unreliable = [](const char *kind) { return *kind == 'c' || *kind == 'd'; };
    spares = argc == 2 && is_unreliable(argv[1]);
    unsigned long first = 0;
    bool differ = false;
    for (int i = 1; i < argc; i++) { // the kinds of windows
        Any any = make(argv[i]);
        views(any);
        seen = 0;
        transfer(any);
        if (!spares) operations(any);
        requests(any);
        locks(any);
        neighbours(any);
        first = i == 1 ? seen : first;
        differ |= seen != first;
        mistakes(any);
        unmake(any);
    }
    MPI_Finalize();
    std::puts(differ ? "wrong: not all kinds are alike" : "ok: windows_alike");
    return differ ? 1 : 0;
}
