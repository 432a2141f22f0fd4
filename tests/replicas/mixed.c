#include "dying.h"

#include <mpi.h>

/* Rounds of collectives, on several communicators, among messages and polls. A digest of all
 * results goes into the next round, so that one wrong value changes all that follow. */

static unsigned long digest = 1;
static int rank, size;

static void add(unsigned long value) { digest = (digest ^ value) * 1099511628211UL + 12345; }

static void check(int ok, const char *what) {
    if (ok) return;
    printf("wrong: %s\n", what);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void reduce(MPI_Comm comm) {
    int members, place;
    MPI_Comm_size(comm, &members);
    MPI_Comm_rank(comm, &place);
    double mine = (double)(digest % 1000) / 7, sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    unsigned long bits;
    memcpy(&bits, &sum, sizeof bits);
    add(bits);
    unsigned long most = 0;
    MPI_Reduce(&digest, &most, 1, MPI_UNSIGNED_LONG, MPI_MAX, members / 2, comm);
    MPI_Bcast(&most, 1, MPI_UNSIGNED_LONG, members / 2, comm);
    add(most);
    long before = place, all = -1;
    MPI_Scan(&before, &all, 1, MPI_LONG, MPI_SUM, comm);
    check(all == (long)place * (place + 1) / 2, "MPI_Scan");
}

static void exchange(MPI_Comm comm, int round) {
    int members, place;
    MPI_Comm_size(comm, &members);
    MPI_Comm_rank(comm, &place);
    const int count = 1 + round % 5 * 700;
    int *out = malloc(sizeof(int) * (size_t)(count * members)),
        *in = malloc(sizeof(int) * (size_t)(count * members));
    for (int i = 0; i < count * members; ++i)
        out[i] = place * 1000 + i / count;
    MPI_Request request;
    MPI_Ialltoall(out, count, MPI_INT, in, count, MPI_INT, comm, &request);
    const int next = (place + 1) % members, last = (place + members - 1) % members;
    int token = place, got = -1;
    MPI_Sendrecv(&token, 1, MPI_INT, next, 5, &got, 1, MPI_INT, last, 5, comm, MPI_STATUS_IGNORE);
    check(got == last, "a message beside MPI_Ialltoall");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < count * members; ++i)
        check(in[i] == i / count * 1000 + place, "MPI_Ialltoall");
    free(out);
    free(in);
}

/* Polls until a barrier is through: how often is another number in each run, and all ranks hear it.
 */
static void poll(MPI_Comm comm) {
    MPI_Request request;
    int flag = 0, polls = 0, most = 0, again = 0;
    MPI_Ibarrier(comm, &request);
    for (; !flag; ++polls)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Allreduce(&polls, &most, 1, MPI_INT, MPI_MAX, comm);
    again = most;
    MPI_Bcast(&again, 1, MPI_INT, 0, comm);
    check(again == most && most >= polls, "the number of polls is another one elsewhere");
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 40;
    setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm twice, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &twice);
    for (int round = 0; round < rounds; ++round) {
        come_to(round);
        MPI_Comm_split(round % 2 ? twice : MPI_COMM_WORLD, (rank + round) % 2, -rank, &half);
        reduce(half);
        reduce(twice);
        exchange(MPI_COMM_WORLD, round);
        poll(half);
        poll(MPI_COMM_WORLD);
        MPI_Comm_free(&half);
        if (round % 5 == 4) printf("rank %d round %d: %016lx\n", rank, round, digest);
    }
    MPI_Comm_free(&twice);
    printf("rank %d ends: %016lx\n", rank, digest);
    tell_time();
    MPI_Finalize();
    printf("rank %d: done\n", rank);
    return 0;
}
