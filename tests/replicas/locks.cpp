#include "checks.hpp"
#include "dying.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

/// Accesses to windows under locks, and epochs among groups. Results that depend on the order in
/// which ranks come are checked here; each rank prints a checksum over all others.

namespace {

using checks::check;

constexpr int length = 400;
constexpr int times = 5;

int rank;
int size;
std::uint64_t sum = 14695981039346656037U;
long *memory;
MPI_Win win;

void add(const void *data, std::size_t bytes) {
    const auto *const at = static_cast<const unsigned char *>(data);
    for (std::size_t i = 0; i < bytes; ++i)
        sum = (sum ^ at[i]) * 1099511628211U;
}

void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

/// Before a kind: the memory of all ranks has this value.
void set_memory(long value) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    std::fill(memory, memory + length, value);
    MPI_Win_unlock(rank, win);
    barrier();
}

/// Each rank draws numbers of a counter: all numbers are drawn, each of them once.
void draw_numbers(int round) {
    const int owner = round / 8 % size;
    set_memory(0);
    std::vector<long> drawn(times, -1);
    for (int i = 0; i < times; ++i) {
        const long one = 1;
        MPI_Win_lock(i % 2 == 0 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, owner, 0, win);
        MPI_Fetch_and_op(&one, &drawn[static_cast<std::size_t>(i)], MPI_LONG, owner, 3, MPI_SUM,
                         win);
        if (i == 2) come_to(round * 3 + 1);
        MPI_Win_unlock(owner, win);
        if (i == 3) come_to(round * 3 + 2);
    }
    check(std::is_sorted(drawn.begin(), drawn.end()), "the numbers of one rank rise");
    std::vector<long> all(static_cast<std::size_t>(times * size));
    MPI_Allgather(drawn.data(), times, MPI_LONG, all.data(), times, MPI_LONG, MPI_COMM_WORLD);
    std::sort(all.begin(), all.end());
    for (int i = 0; i < times * size; ++i)
        check(all[static_cast<std::size_t>(i)] == i, "a number was drawn twice or never");
}

/// Data written under a lock for all, and a message that says so.
void put_and_tell(int round) {
    set_memory(-1);
    const int to = (rank + 1) % size;
    const int from = (rank + size - 1) % size;
    MPI_Win_lock_all(round / 8 % 2 == 0 ? 0 : MPI_MODE_NOCHECK, win);
    for (int i = 0; i < 30; ++i) {
        const long value = rank * 1000L + round * 31L + i;
        MPI_Put(&value, 1, MPI_LONG, to, 2 * i, 1, MPI_LONG, win);
        if (i == 10) MPI_Win_flush_local(to, win);
    }
    come_to(round * 3 + 1);
    MPI_Win_flush(to, win);
    come_to(round * 3 + 2);
    int token = round;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, to, 4, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    for (int i = 0; i < 30; ++i)
        check(memory[2 * i] == from * 1000L + round * 31L + i && memory[2 * i + 1] == -1,
              "data before the message");
    add(memory, length * sizeof(long));
    MPI_Win_unlock_all(win);
}

/// Operations with requests, of derived types.
void use_requests(int round) {
    set_memory(rank * 100L);
    const int to = (rank + 1 + round / 8 % 2) % size;
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_vector(8, 1, 4, MPI_LONG, &column);
    MPI_Type_commit(&column);
    std::vector<long> out(8);
    std::iota(out.begin(), out.end(), rank * 10L);
    std::vector<long> in(8, -1);
    std::vector<long> before(8, -1);
    const std::vector<long> ones(8, 1);
    MPI_Request requests[3];
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Rput(out.data(), 8, MPI_LONG, to, 0, 1, column, win, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_flush(to, win);
    come_to(round * 3 + 1);
    MPI_Rget(in.data(), 8, MPI_LONG, to, 0, 1, column, win, &requests[0]);
    MPI_Raccumulate(ones.data(), 8, MPI_LONG, to, 200, 8, MPI_LONG, MPI_SUM, win, &requests[1]);
    MPI_Rget_accumulate(ones.data(), 8, MPI_LONG, before.data(), 8, MPI_LONG, to, 200, 8, MPI_LONG,
                        MPI_SUM, win, &requests[2]);
    if (round / 8 % 2 == 0) {
        int done = 0;
        while (done == 0)
            MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    check(in == out, "MPI_Rget after MPI_Rput");
    come_to(round * 3 + 2);
    MPI_Win_unlock(to, win);
    MPI_Type_free(&column);
    for (const long value : before)
        check(value == to * 100L + 1, "MPI_Rget_accumulate");
    barrier();
    check(memory[200] == rank * 100L + 2, "MPI_Raccumulate");
    add(memory, length * sizeof(long));
}

/// An exclusive lock protects a change in two steps.
void change_in_two_steps(int round) {
    const int owner = (round / 8 + 1) % size;
    set_memory(0);
    for (int i = 0; i < times; ++i) {
        long value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner, 0, win);
        MPI_Get(&value, 1, MPI_LONG, owner, 9, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        if (i == 1) come_to(round * 3 + 1);
        value += rank + 1;
        MPI_Put(&value, 1, MPI_LONG, owner, 9, 1, MPI_LONG, win);
        if (i == 3) come_to(round * 3 + 2);
        MPI_Win_unlock(owner, win);
    }
    barrier();
    if (rank == owner) check(memory[9] == times * size * (size + 1) / 2, "the sum in two steps");
}

/// The target calls nothing but MPI_Win_sync, or MPI_Iprobe, until its memory has changed.
void wait_for_memory(int round) {
    set_memory(0);
    const int owner = round / 8 % size;
    MPI_Win_lock_all(0, win);
    if (rank == owner) {
        const volatile long *const flag = memory + 1;
        int there = 0;
        while (*flag != 77)
            if (round / 8 % 2 == 0)
                MPI_Win_sync(win);
            else
                MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        check(memory[0] == round, "the data before the flag");
    } else if (rank == (owner + 1) % size) {
        const long data = round;
        const long flag = 77;
        MPI_Put(&data, 1, MPI_LONG, owner, 0, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        come_to(round * 3 + 1);
        MPI_Put(&flag, 1, MPI_LONG, owner, 1, 1, MPI_LONG, win);
        MPI_Win_flush_all(win);
        come_to(round * 3 + 2);
    }
    MPI_Win_unlock_all(win);
    add(memory, 2 * sizeof(long));
}

/// A lock made of MPI_Compare_and_swap.
void take_turns(int round) {
    const int owner = size - 1 - round / 8 % size;
    set_memory(0);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 2; ++i) {
        const long mine = rank + 1;
        const long free = 0;
        long holder = -1;
        do {
            MPI_Compare_and_swap(&mine, &free, &holder, MPI_LONG, owner, 0, win);
            MPI_Win_flush(owner, win);
        } while (holder != 0);
        long value = -1;
        MPI_Get(&value, 1, MPI_LONG, owner, 1, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        if (i == 1) come_to(round * 3 + 1);
        ++value;
        MPI_Put(&value, 1, MPI_LONG, owner, 1, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        if (i == 1) come_to(round * 3 + 2);
        MPI_Accumulate(&free, 1, MPI_LONG, owner, 0, 1, MPI_LONG, MPI_REPLACE, win);
        MPI_Win_flush(owner, win);
    }
    MPI_Win_unlock_all(win);
    barrier();
    if (rank == owner) check(memory[1] == 2 * size, "turns");
}

MPI_Group neighbours(int distance) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    const int one = (rank + distance + size) % size;
    MPI_Group_incl(all, 1, &one, &group);
    MPI_Group_free(&all);
    return group;
}

/// The origin fetches data, and its target waits for a message that comes after that.
void expose_to_neighbour(int round) {
    set_memory(rank * 7L + round);
    MPI_Group before = neighbours(-1);
    MPI_Group after = neighbours(1);
    const int to = (rank + 1) % size;
    const int from = (rank + size - 1) % size;
    const long mine = rank * 50L + round;
    long got = -1;
    MPI_Win_post(before, 0, win);
    MPI_Win_start(after, 0, win);
    MPI_Get(&got, 1, MPI_LONG, to, 5, 1, MPI_LONG, win);
    MPI_Put(&mine, 1, MPI_LONG, to, 6, 1, MPI_LONG, win);
    come_to(round * 3 + 1);
    MPI_Win_complete(win);
    check(got == to * 7L + round, "MPI_Get among groups");
    int token = round;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, to, 4, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    come_to(round * 3 + 2);
    if (round / 8 % 2 == 0) {
        MPI_Win_wait(win);
    } else {
        int done = 0;
        while (done == 0)
            MPI_Win_test(win, &done);
    }
    check(memory[6] == from * 50L + round && memory[5] == rank * 7L + round,
          "MPI_Put among groups");
    add(memory, 8 * sizeof(long));
    MPI_Group_free(&before);
    MPI_Group_free(&after);
}

/// All ranks add to the floating-point numbers of one: the bits depend on the order.
void add_reals(int round) {
    static double reals[50];
    MPI_Win of_reals = MPI_WIN_NULL;
    MPI_Win_create(reals, sizeof reals, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &of_reals);
    const int owner = round / 8 % size;
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group target = MPI_GROUP_NULL;
    MPI_Group_incl(all, 1, &owner, &target);
    if (rank == owner) MPI_Win_post(all, 0, of_reals);
    MPI_Win_start(target, 0, of_reals);
    std::vector<double> out(50);
    for (int i = 0; i < 50; ++i)
        out[static_cast<std::size_t>(i)] = 1.0 / (1 + rank * 3 + i + round);
    MPI_Accumulate(out.data(), 50, MPI_DOUBLE, owner, 0, 50, MPI_DOUBLE, MPI_SUM, of_reals);
    come_to(round * 3 + 1);
    MPI_Win_complete(of_reals);
    come_to(round * 3 + 2);
    if (rank == owner) MPI_Win_wait(of_reals);
    add(reals, sizeof reals);
    MPI_Group_free(&target);
    MPI_Group_free(&all);
    MPI_Win_free(&of_reals);
}

void (*const kinds[])(int) = {draw_numbers,        put_and_tell,    use_requests,
                              change_in_two_steps, wait_for_memory, take_turns,
                              expose_to_neighbour, add_reals};

} // namespace

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 24;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    rank = checks::rank_in(MPI_COMM_WORLD);
    size = checks::size_of(MPI_COMM_WORLD);
    MPI_Win_allocate(length * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    for (int round = 0; round < rounds; ++round) {
        come_to(round * 3);
        kinds[round % 8](round);
        if (round % 8 == 7)
            std::printf("rank %d round %d: %016lx\n", rank, round, static_cast<long>(sum));
    }
    MPI_Win_free(&win);
    std::printf("rank %d ends: %016lx\n", rank, static_cast<long>(sum));
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
