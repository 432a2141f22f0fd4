/* Two threads (MPI_THREAD_MULTIPLE) as in threads.c, and ranks that die meanwhile. To be run with
 * the policy `ignore`; the victims are the last ranks. Every sum is that of everybody or of those
 * who are left, and once somebody is missing on a communicator it stays so. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

enum { threads = 2, rounds = 300 };

static int victims;

struct Work {
    int number;
    MPI_Comm own;
};

static void *work(void *argument) {
    const struct Work *mine = argument;
    const int right = (world_rank + 1) % world_size;
    const int left = (world_rank + world_size - 1) % world_size;
    int before = world_size;
    for (int round = 0; round < rounds; round++) {
        const int one = 1;
        int sum = 0;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, mine->own);
        CHECK(sum <= before && sum >= world_size - victims, "thread %d, round %d: %d after %d",
              mine->number, round, sum, before);
        before = sum;
        const long value = world_rank + 1000L * round + 1000000L * mine->number;
        long got = -1;
        MPI_Request requests[2];
        MPI_Irecv(&got, 1, MPI_LONG, left, mine->number, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&value, 1, MPI_LONG, right, mine->number, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(got == value - world_rank + left || (got == -1 && left >= world_size - victims),
              "thread %d, round %d: got %ld", mine->number, round, got);
    }
    CHECK(before == world_size - victims, "thread %d: %d are left", mine->number, before);
    return NULL;
}

int main(int argc, char **argv) {
    struct Work works[threads];
    pthread_t running[threads];
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    victims = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < threads; i++) {
        works[i].number = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &works[i].own);
    }
    for (int i = 0; i < threads; i++)
        pthread_create(&running[i], NULL, work, &works[i]);
    for (int i = 0; i < threads; i++)
        pthread_join(running[i], NULL);
    for (int i = 0; i < threads; i++)
        MPI_Comm_free(&works[i].own);
    return finish("threads_failure");
}
