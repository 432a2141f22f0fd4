/* Legio, without any failure: two threads (MPI_THREAD_MULTIPLE), each with a communicator of its
 * own for collectives, both with messages on a common one. */
#include "check.h"

#include <pthread.h>

enum { threads = 2, rounds = 300 };

struct Work {
    int number;
    MPI_Comm own;
};

static void *work(void *argument) {
    const struct Work *mine = argument;
    const int right = (world_rank + 1) % world_size;
    const int left = (world_rank + world_size - 1) % world_size;
    for (int round = 0; round < rounds; round++) {
        const long value = world_rank + 1000L * round + 1000000L * mine->number;
        long most = -1;
        long got = -1;
        MPI_Request requests[2];
        MPI_Allreduce(&value, &most, 1, MPI_LONG, MPI_MAX, mine->own);
        CHECK(most == value - world_rank + world_size - 1, "thread %d: the most is %ld",
              mine->number, most);
        MPI_Irecv(&got, 1, MPI_LONG, left, mine->number, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&value, 1, MPI_LONG, right, mine->number, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(got == value - world_rank + left, "thread %d: got %ld", mine->number, got);
        if (round % 50 == 0) {
            MPI_Comm made = MPI_COMM_NULL;
            MPI_Comm_split(mine->own, 0, world_rank, &made);
            MPI_Barrier(made);
            MPI_Comm_free(&made);
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    struct Work works[threads];
    pthread_t running[threads];
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    CHECK(provided == MPI_THREAD_MULTIPLE, "the MPI provides thread level %d", provided);
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
    return finish("threads");
}
