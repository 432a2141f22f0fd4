/* Legio: messages sent before a repair were lost. All kinds of sends and pending receives live
 * across the repair that rank 1's death causes. */
#include "check.h"

enum { kinds = 5, large = 20000 };

static long value_of(int rank, int kind, int i) { return rank * 1000000L + kind * 100000L + i; }

static void fill(long *values, int rank, int kind) {
    for (int i = 0; i < large; i++)
        values[i] = value_of(rank, kind, i);
}

static void judge(const char *what, const long *values, int count, int rank, int kind) {
    for (int i = 0; i < count; i++) {
        if (values[i] == value_of(rank, kind, i)) continue;
        CHECK(0, "%s: element %d is %ld", what, i, values[i]);
        return;
    }
}

int main(int argc, char **argv) {
    static long given[kinds][large];
    static long posted[large];
    static long got[large];
    start(&argc, &argv);
    /* A ring of the survivors, all but rank 1. */
    const int right = world_rank + 1 == world_size ? 0 : world_rank == 0 ? 2 : world_rank + 1;
    const int left = world_rank == 0 ? world_size - 1 : world_rank == 2 ? 0 : world_rank - 1;
    const int attached = large * (int)sizeof(long) + MPI_BSEND_OVERHEAD;
    char *room = malloc((size_t)attached);
    MPI_Request sends[3];
    MPI_Request receive;
    for (int kind = 0; kind < kinds; kind++)
        fill(given[kind], world_rank, kind);
    MPI_Buffer_attach(room, attached);

    if (world_rank != 1) {
        MPI_Irecv(posted, large, MPI_LONG, left, 4, MPI_COMM_WORLD, &receive);
        MPI_Send(given[0], 8, MPI_LONG, right, 0, MPI_COMM_WORLD);
        MPI_Bsend(given[1], large, MPI_LONG, right, 1, MPI_COMM_WORLD);
        MPI_Isend(given[2], large, MPI_LONG, right, 2, MPI_COMM_WORLD, &sends[0]);
        MPI_Issend(given[3], 8, MPI_LONG, right, 3, MPI_COMM_WORLD, &sends[1]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 1) die();
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);

    MPI_Isend(given[4], large, MPI_LONG, right, 4, MPI_COMM_WORLD, &sends[2]);
    MPI_Status status;
    MPI_Probe(left, 0, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == left, "the probed message comes from %d", status.MPI_SOURCE);
    MPI_Recv(got, 8, MPI_LONG, left, 0, MPI_COMM_WORLD, &status);
    judge("MPI_Send", got, 8, left, 0);
    MPI_Recv(got, large, MPI_LONG, left, 1, MPI_COMM_WORLD, &status);
    judge("MPI_Bsend", got, large, left, 1);
    MPI_Recv(got, large, MPI_LONG, left, 2, MPI_COMM_WORLD, &status);
    judge("MPI_Isend", got, large, left, 2);
    MPI_Recv(got, 8, MPI_LONG, left, 3, MPI_COMM_WORLD, &status);
    judge("MPI_Issend", got, 8, left, 3);
    MPI_Wait(&receive, &status);
    CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 4, "MPI_Irecv: source %d, tag %d",
          status.MPI_SOURCE, status.MPI_TAG);
    judge("MPI_Irecv", posted, large, left, 4);
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    void *detached = NULL;
    int size = 0;
    MPI_Buffer_detach(&detached, &size);
    CHECK(detached == room && size == attached, "another buffer was detached");
    free(room);
    return finish("messages");
}
