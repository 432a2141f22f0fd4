/* A task farm: an ordinary MPI program. Nothing in it knows of closeranks.
 *
 * Rank 0 deals out tasks: each looks for the number below which has the longest Collatz chain. Rank
 * 0 has one receive pending for each worker, by the worker's rank. If such a receive ends as one
 * from MPI_PROC_NULL would, the worker has failed, and its task is dealt out again: with --policy
 * Irecv=ignore nothing is lost. When no worker is left, rank 0 does the rest itself.
 *
 * usage: farm [tasks [numbers in a task]]
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { no_task = -1 };
enum state { idle, busy, gone };

typedef struct {
    int64_t start, steps;
} Chain;

static int64_t steps_from(int64_t n) {
    int64_t steps = 0;
    for (; n != 1; ++steps)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

static Chain longest(int task, int64_t numbers) {
    Chain best = {0, -1};
    for (int64_t n = 1 + task * numbers; n <= (task + 1) * numbers; ++n) {
        int64_t steps = steps_from(n);
        if (steps > best.steps) best = (Chain){n, steps};
    }
    return best;
}

static void work(int64_t numbers) {
    for (;;) {
        int task;
        MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == no_task) return;
        Chain answer = longest(task, numbers);
        MPI_Send(&answer, 2, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
    }
}

/* Fills in `results`; returns how many tasks were dealt out more than once. */
static int deal(int size, int tasks, int64_t numbers, Chain results[]) {
    int *open = malloc((size_t)tasks * sizeof *open), left = 0, again = 0;
    int *task = malloc((size_t)size * sizeof *task); /* the task of each worker */
    Chain *answer = malloc((size_t)size * sizeof *answer);
    enum state *state = calloc((size_t)size, sizeof *state);
    MPI_Request *request = malloc((size_t)size * sizeof *request);
    for (int t = tasks; t-- > 0;)
        open[left++] = t;
    for (int worker = 0; worker < size; ++worker)
        request[worker] = MPI_REQUEST_NULL;

    for (;;) {
        for (int worker = 1; worker < size && left > 0; ++worker) {
            if (state[worker] != idle) continue;
            task[worker] = open[--left];
            state[worker] = busy;
            MPI_Irecv(&answer[worker], 2, MPI_INT64_T, worker, 0, MPI_COMM_WORLD, &request[worker]);
            MPI_Send(&task[worker], 1, MPI_INT, worker, 0, MPI_COMM_WORLD);
        }
        int worker;
        MPI_Status status;
        MPI_Waitany(size, request, &worker, &status);
        if (worker == MPI_UNDEFINED)
            break; /* no worker has a task: all tasks are done, or all workers have failed */
        if (status.MPI_SOURCE == MPI_PROC_NULL) {
            state[worker] = gone;
            open[left++] = task[worker];
            ++again;
        } else {
            state[worker] = idle;
            results[task[worker]] = answer[worker];
        }
    }
    for (; left > 0; --left)
        results[open[left - 1]] = longest(open[left - 1], numbers);
    for (int worker = 1, stop = no_task; worker < size; ++worker)
        MPI_Send(&stop, 1, MPI_INT, worker, 0, MPI_COMM_WORLD);
    free(open), free(task), free(answer), free(state), free(request);
    return again;
}

static void print_results(const Chain results[], int tasks, int again) {
    Chain best = {0, -1};
    int64_t sum = 0;
    for (int t = 0; t < tasks; ++t) {
        if (results[t].steps > best.steps) best = results[t];
        sum += results[t].steps;
    }
    printf("tasks    %d of %d, %d dealt out again\n", tasks, tasks, again);
    printf("longest  %" PRId64 " steps from %" PRId64 "\n", best.steps, best.start);
    printf("checksum %" PRId64 "\n", sum);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int tasks = argc > 1 ? atoi(argv[1]) : 100;
    int64_t numbers = argc > 2 ? atoll(argv[2]) : 20000;

    if (rank == 0) {
        Chain *results = malloc((size_t)tasks * sizeof *results);
        int again = deal(size, tasks, numbers, results);
        print_results(results, tasks, again);
        free(results);
    } else {
        work(numbers);
    }
    MPI_Finalize();
    return 0;
}
