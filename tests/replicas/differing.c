#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* A program in which one process, that of the first argument, does something else than the other
 * one of its rank, in the way of the second argument: sends another byte (send), fewer bytes
 * (size), to another rank (rank), reduces by an operation that is not deterministic (reduce), or
 * nothing (none). With --replica-check it is found before another process gets it. In the other
 * ways it does more at the end, which the other process does not do (do_more). */

static int wrong; /* whether this is that process, and it is time */

static void add(void *in, void *out, int *count, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *count; ++i)
        ((long *)out)[i] += ((long *)in)[i] + wrong;
}

/* Waits for messages that no rank sends: in receives, probes, a collective. Reads clocks (more of
 * them than the leader may read before its twin), polls, or makes a folder. */
static void do_more(const char *way) {
    int got = 0;
    MPI_Request request;
    MPI_Status status;
    if (!strcmp(way, "clock")) time(NULL);
    if (!strcmp(way, "clocks"))
        for (int i = 0; i < 100000; ++i)
            time(NULL);
    if (!strcmp(way, "poll"))
        MPI_Iprobe(MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, &got, MPI_STATUS_IGNORE);
    if (!strcmp(way, "receive")) MPI_Recv(&got, 1, MPI_INT, 0, 1000, MPI_COMM_WORLD, &status);
    if (!strcmp(way, "receive-any"))
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, &status);
    if (!strcmp(way, "wait")) {
        MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    }
    if (!strcmp(way, "probe")) MPI_Probe(0, 1000, MPI_COMM_WORLD, &status);
    if (!strcmp(way, "probe-any")) MPI_Probe(MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, &status);
    if (!strcmp(way, "barrier")) MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(way, "folder")) mkdir(getenv("TEST_FOLDER"), 0700);
}

/* Two ranks send to each other, and rank 0 sends when it has got the first message. That process of
 * rank 1 does not send it. So its twin of rank 0 waits for it, and it waits for that. */
static void omit_send(int rank, int omits) {
    int word = 0;
    if (rank == 0) {
        MPI_Recv(&word, 1, MPI_INT, 1, 1001, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&word, 1, MPI_INT, 1, 1002, MPI_COMM_WORLD);
    } else {
        if (!omits) MPI_Send(&word, 1, MPI_INT, 0, 1001, MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_INT, 0, 1002, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv) {
    const char *const way = argc > 2 ? argv[2] : "none", *const process = getenv("PMIX_RANK");
    int rank, size;
    long value, sum = 0;
    unsigned char out[1000] = {0}, in[1000];
    MPI_Op op;
    setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(add, 1, &op);
    for (int round = 0; round < 20; ++round) {
        const int is_here = argc > 1 && process != NULL && !strcmp(process, argv[1]) && round == 7;
        const int differs = is_here && !!strcmp(way, "none");
        const int bytes = differs && !strcmp(way, "size") ? 999 : 1000;
        const int to = (rank + 1 + (differs && !strcmp(way, "rank"))) % size;
        MPI_Status status;
        MPI_Request request;
        int got;
        memset(out, round, sizeof out);
        if (differs && !strcmp(way, "send")) out[517] ^= 1;
        MPI_Isend(out, bytes, MPI_BYTE, to, round, MPI_COMM_WORLD, &request);
        MPI_Recv(in, 1000, MPI_BYTE, (rank + size - 1) % size, round, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_BYTE, &got);
        for (int i = 0; i < 1000; ++i)
            if (in[i] != round || got != 1000) {
                printf("wrong: rank %d has got byte %d of %d: %d\n", rank, i, got, in[i]);
                MPI_Abort(MPI_COMM_WORLD, 3);
            }
        wrong = differs && !strcmp(way, "reduce");
        value = rank + round;
        MPI_Reduce(&value, &sum, 1, MPI_LONG, op, 0, MPI_COMM_WORLD);
        wrong = 0;
    }
    MPI_Op_free(&op);
    if (argc > 1 && process != NULL && (!strcmp(process, argv[1]) || !strcmp("all", argv[1])))
        do_more(way);
    if (rank < 2 && !strcmp(way, "omit"))
        omit_send(rank, process != NULL && !strcmp(process, argv[1]));
    printf("rank %d: %ld\n", rank, sum);
    MPI_Finalize();
    printf("rank %d: done\n", rank);
    return 0;
}
