/* Shared memory that was allocated before the resume point comes back with the rank: the window
 * that each half of the ranks has, with a table at its first rank and a number at each. The table
 * is filled where it is empty. In each round all look at all of it; then some ranks die.
 *
 * usage: shared_memory WAY RANKS_THAT_DIE_IN_ROUND_1 [OF_ROUND_2]   ranks like 1,4
 *
 * WAY: halves   ranks 0, 1, ... are the first half
 *      parity   ranks 0, 2, ... are the first half
 *      pairs    ranks 0 and 1, 2 and 3, ... in place of halves
 *      freed    as halves; and a window is made and freed before the resume point
 *      size     as halves; who comes back asks for more memory than was there */
#include "ranks.h"
#include "rounds.h"

#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { length = 1000 };

static MPI_Comm half;
static MPI_Win window;
static int rank, me, size;

static void check(int is_right, const char *what, int round) {
    if (is_right) return;
    printf("round %d rank %d: %s is wrong\n", round, rank, what);
    fflush(stdout);
    exit(3);
}

/* What rank `r` of the half has of `win`: its size is different everywhere. */
static MPI_Aint size_of(int r) { return (r == 0 ? length : 0) + r + 1; }

static double *part(MPI_Win win, int r) {
    MPI_Aint bytes;
    int unit;
    double *at;
    MPI_Win_shared_query(win, r, &bytes, &unit, &at);
    check(bytes == size_of(r) * (MPI_Aint)sizeof(double) && unit == sizeof(double), "a size", 0);
    return at;
}

static void allocate(MPI_Win *win, int more, MPI_Info info) {
    double *own;
    MPI_Win_allocate_shared((size_of(me) + more) * (MPI_Aint)sizeof(double), sizeof(double), info,
                            half, &own, win);
    check(own == part(*win, me), "the own memory", 0);
    for (int r = 0; r + 1 < size; ++r)
        check(part(*win, r + 1) == part(*win, r) + size_of(r), "the place of a part", 0);
}

static void make(const char *way, int is_back) {
    MPI_Info info;
    const int color = strcmp(way, "parity") == 0  ? rank % 2
                      : strcmp(way, "pairs") == 0 ? rank / 2
                                                  : rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &half);
    MPI_Comm_rank(half, &me);
    MPI_Comm_size(half, &size);
    if (strcmp(way, "freed") == 0) {
        MPI_Win temporary;
        allocate(&temporary, 0, MPI_INFO_NULL);
        MPI_Win_free(&temporary);
    }
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true"); /* a hint, which may do nothing */
    allocate(&window, is_back && strcmp(way, "size") == 0, info);
    MPI_Info_free(&info);
}

static int is_filled(const double *table) {
    for (int i = 0; i < length; ++i)
        if (table[i] != i + 1) return 0;
    return 1;
}

static void use(int round) {
    double *const table = part(window, 0);
    double *const own = part(window, me) + (me == 0 ? length : 0);
    if (me == 0 && !is_filled(table)) {
        printf("round %d rank %d fills a table\n", round, rank);
        fflush(stdout);
        for (int i = 0; i < length; ++i)
            table[i] = i + 1;
    }
    *own = 100.0 * round + rank;
    MPI_Win_fence(0, window);
    check(is_filled(table), "the table", round);
    int below = 0, sum = 0;
    for (int r = 0; r < size; ++r)
        sum += (int)part(window, r)[r == 0 ? length : 0] - 100 * round;
    MPI_Allreduce(&rank, &below, 1, MPI_INT, MPI_SUM, half);
    check(sum == below, "the sum of the numbers", round);
    double got = 0;
    const int next = (me + 1) % size;
    MPI_Get(&got, 1, MPI_DOUBLE, next, next == 0 ? length : 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    check(got == part(window, next)[next == 0 ? length : 0], "what was got", round);
    MPI_Win_fence(0, window);
}

int main(int argc, char **argv) {
    int is_back;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&is_back);
    make(argv[1], is_back);
    for (int round = resume(1); round <= argc - 1; round = resume(round + 1)) {
        use(round);
        printf("round %d rank %d: all is right\n", round, rank);
        fflush(stdout);
        MPI_Barrier(MPI_COMM_WORLD);
        if (round < argc - 1 && is_among(argv[1 + round], rank)) raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
