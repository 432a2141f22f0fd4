#include "dying.h"

#include <mpi.h>

/* A master gives tasks to whichever worker answers first, in several ways to ask. Which worker gets
 * which task is another one in each run. At the end each worker tells which tasks it did: it has to
 * be what the master has noted and printed, also where another process is the master or the worker
 * by then. */

enum { RESULT = 1, TASK = 2, STOP = 3, LIST = 4, MOST = 4000 };

static int size, tasks, owner[MOST], given, answered;

static void check(int ok, const char *what, int number) {
    if (ok) return;
    printf("wrong: %s (%d)\n", what, number);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void give(int worker) {
    if (given < tasks) {
        owner[given] = worker;
        MPI_Send(&given, 1, MPI_INT, worker, TASK, MPI_COMM_WORLD);
        ++given;
    } else {
        MPI_Send(NULL, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
    }
}

static void note(const MPI_Status *status, const int result[2], int polls) {
    const int worker = status->MPI_SOURCE;
    check(result[0] >= 0 && result[0] < given && owner[result[0]] == worker,
          "a task of another worker", result[0]);
    check(result[1] == result[0] * 3 + worker, "a result", result[1]);
    printf("task %d: worker %d, after %d polls\n", result[0], worker, polls);
    ++answered;
    come_to(answered);
    give(worker);
}

/* Waits for a result in the way that its number says. */
static void wait_for_any(void) {
    int result[2], polls = 0, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    switch (answered % 5) {
    case 0:
        MPI_Recv(result, 2, MPI_INT, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        break;
    case 1:
        for (; !flag; ++polls)
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        MPI_Recv(result, 2, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
        break;
    case 2:
        MPI_Irecv(result, 2, MPI_INT, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &request);
        for (; !flag; ++polls)
            MPI_Test(&request, &flag, &status);
        break;
    case 3:
        MPI_Probe(MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        MPI_Recv(result, 2, MPI_INT, status.MPI_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        break;
    default:
        for (; !flag; ++polls)
            MPI_Improbe(MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &flag, &message, &status);
        MPI_Mrecv(result, 2, MPI_INT, &message, &status);
    }
    note(&status, result, polls);
}

/* The last ones come to receives that are posted together, one for each worker. */
static void wait_for_last(void) {
    MPI_Request requests[64];
    int results[64][2], count, places[64];
    MPI_Status statuses[64];
    for (int i = 1; i < size; ++i)
        MPI_Irecv(results[i - 1], 2, MPI_INT, i, RESULT, MPI_COMM_WORLD, &requests[i - 1]);
    while (answered < tasks) {
        if (answered % 2) {
            MPI_Waitany(size - 1, requests, &places[0], &statuses[0]);
            count = 1;
        } else {
            MPI_Waitsome(size - 1, requests, &count, places, statuses);
        }
        check(count > 0 && count < size, "a count of requests", count);
        for (int i = 0; i < count; ++i)
            note(&statuses[i], results[places[i]], -count);
    }
}

static void lead(void) {
    for (int worker = 1; worker < size; ++worker)
        give(worker);
    while (answered < tasks - (size - 1))
        wait_for_any();
    wait_for_last();
    for (int worker = 1; worker < size; ++worker) {
        static int list[MOST];
        int count = 0, at = 0;
        MPI_Status status;
        MPI_Recv(list, MOST, MPI_INT, worker, LIST, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        for (int task = 0; task < tasks; ++task) {
            if (owner[task] != worker) continue;
            check(at < count && list[at] == task, "the list of a worker", task);
            ++at;
        }
        check(at == count, "the length of a list", count);
    }
    printf("all %d tasks were done once\n", tasks);
}

static void work(int rank) {
    static int list[MOST];
    int count = 0;
    for (;;) {
        int task = -1;
        MPI_Status status;
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP) break;
        list[count++] = task;
        come_to(count);
        const int result[2] = {task, task * 3 + rank};
        MPI_Send(result, 2, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    }
    MPI_Send(list, count, MPI_INT, 0, LIST, MPI_COMM_WORLD);
    printf("worker %d has done %d\n", rank, count);
}

int main(int argc, char **argv) {
    int rank;
    tasks = argc > 1 ? atoi(argv[1]) : 200;
    setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check(tasks <= MOST && size > 1 && size <= 64 && tasks >= size, "arguments", tasks);
    if (rank == 0) {
        lead();
    } else {
        work(rank);
    }
    tell_time();
    MPI_Finalize();
    printf("rank %d: done\n", rank);
    return 0;
}
