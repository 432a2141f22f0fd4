#include "dying.h"

#include <mpi.h>

/* Messages of many sizes in a ring, in all ways to send. Each rank prints a sum over all that it
 * got. It depends on nothing but the number of ranks and rounds. */

enum { LONGEST = 1 << 20, KINDS = 6 };

static const int sizes[] = {0, 1, 7, 64, 1000, 4095, 4096, 4097, 30000, 65536, 200001, LONGEST};
static unsigned char *out, *in;
static unsigned long sum = 14695981039346656037UL;

static void add(const unsigned char *data, int count) {
    for (int i = 0; i < count; ++i)
        sum = (sum ^ data[i]) * 1099511628211UL;
}

static void check(int ok, const char *what) {
    if (ok) return;
    printf("wrong: %s\n", what);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void fill(int rank, int round, int count) {
    for (int i = 0; i < count; ++i)
        out[i] = (unsigned char)(rank * 31 + round * 7 + i);
}

static void verify(int from, int round, int count, const MPI_Status *status) {
    int got = -1;
    MPI_Get_count(status, MPI_BYTE, &got);
    check(got == count && status->MPI_SOURCE == from, "count or source");
    for (int i = 0; i < count; ++i)
        check(in[i] == (unsigned char)(from * 31 + round * 7 + i), "data");
    add(in, count);
}

/* One message to the next rank and one of the rank before, in the way `kind`. */
static void pass_on(int kind, int round, int count, int to, int from) {
    MPI_Status status;
    MPI_Request requests[2];
    switch (kind) {
    case 0:
        MPI_Sendrecv(out, count, MPI_BYTE, to, round, in, LONGEST, MPI_BYTE, from, round,
                     MPI_COMM_WORLD, &status);
        break;
    case 1:
        MPI_Irecv(in, LONGEST, MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, count, MPI_BYTE, to, round, MPI_COMM_WORLD, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], &status);
        break;
    case 2:
        MPI_Irecv(in, LONGEST, MPI_BYTE, from, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Ssend(out, count, MPI_BYTE, to, round, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], &status);
        break;
    case 3:
        MPI_Isend(out, count, MPI_BYTE, to, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Probe(from, round, MPI_COMM_WORLD, &status);
        MPI_Recv(in, LONGEST, MPI_BYTE, from, round, MPI_COMM_WORLD, &status);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        break;
    case 4: {
        MPI_Status both[2];
        MPI_Recv_init(in, LONGEST, MPI_BYTE, from, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Send_init(out, count, MPI_BYTE, to, round, MPI_COMM_WORLD, &requests[1]);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, both);
        status = both[0];
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
        break;
    }
    default:
        MPI_Isend(out, count, MPI_BYTE, to, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv(in, LONGEST, MPI_BYTE, from, round, MPI_COMM_WORLD, &status);
        MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
    }
    verify(from, round, count, &status);
}

int main(int argc, char **argv) {
    int rank, size;
    const int rounds = argc > 1 ? atoi(argv[1]) : 60;
    setvbuf(stdout, NULL, _IOLBF, 0);
    plan_early_death();
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out = malloc(LONGEST);
    in = malloc(LONGEST);
    for (int round = 0; round < rounds; ++round) {
        const int count = sizes[(round / KINDS * 5 + round) % (int)(sizeof sizes / sizeof *sizes)];
        const int step = 1 + round % (size > 1 ? size - 1 : 1);
        come_to(round);
        fill(rank, round, count);
        pass_on(round % KINDS, round, count, (rank + step) % size,
                (rank - step % size + size) % size);
        if (round % 10 == 9) printf("rank %d round %d: %016lx\n", rank, round, sum);
    }
    printf("rank %d ends: %016lx\n", rank, sum);
    tell_time();
    MPI_Finalize();
    printf("rank %d: done\n", rank);
    return 0;
}
