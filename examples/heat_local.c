/* Heat in a rod, as in heat.c, but only a rank that dies goes back. The survivors keep their
 * results, and send the replacement process the messages since its checkpoint again.
 *
 *     closeranks --spares 2 -n 8 ./heat_local [CELLS [STEPS [EVERY [LOG]]]]
 *
 * CELLS: of each rank (default 1,000); EVERY: steps from one checkpoint to the next (default 200);
 * LOG: how many bytes of messages a rank keeps for that. The line with the result is the same
 * to the last bit, whichever ranks die and however often.
 */
#include <closeranks_local.h>
#include <mpi.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { cells_id, step_id };

static int rank, size, count, steps, every;
static int step;      /* the number of completed steps */
static int computed;  /* the steps that this process has computed */
static double *rod;   /* this rank's piece, with a cell of each neighbour at its ends */
static double *next;  /* the same, one step later */
static double *whole; /* at rank 0, in the end */
static closeranks_local local;

static void begin(void) {
    step = 0;
    memset(rod, 0, (size_t)(count + 2) * sizeof *rod);
    for (int i = 1; i <= count; ++i) {
        const double place = (rank * (double)count + i) / (size * (double)count);
        rod[i] = 100.0 * sin(9.0 * place) * place;
    }
}

static void stop(const char *why) {
    fprintf(stderr, "heat_local, rank %d: %s\n", rank, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* When a death takes all ranks back, each further call says so. So only the last one is checked. */
static int advance(void) {
    const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    closeranks_local_send(local, left, 0, &rod[1], 1, MPI_DOUBLE);
    closeranks_local_send(local, right, 1, &rod[count], 1, MPI_DOUBLE);
    closeranks_local_receive(local, right, 0, &rod[count + 1], 1, MPI_DOUBLE, NULL);
    const int code = closeranks_local_receive(local, left, 1, &rod[0], 1, MPI_DOUBLE, NULL);
    if (code != MPI_SUCCESS) return code;
    for (int i = 1; i <= count; ++i)
        next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
    memcpy(&rod[1], &next[1], (size_t)count * sizeof *rod);
    ++step;
    ++computed;
    return MPI_SUCCESS;
}

/* `rod` and `step` have the values of checkpoint `stamp`. */
static int compute(long long stamp) {
    int code = MPI_SUCCESS;
    if (stamp < 0) begin();
    while (code == MPI_SUCCESS && step < steps) {
        code = advance();
        if (code == MPI_SUCCESS && (step % every == 0 || step == steps))
            code = closeranks_local_commit(local, step);
    }
    return code;
}

static int collect(void) {
    const int code = closeranks_local_enter_collective(local);
    if (code != MPI_SUCCESS) return code;
    MPI_Gather(&rod[1], count, MPI_DOUBLE, whole, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return closeranks_local_leave_collective(local);
}

/* With the fingerprint of Fowler, Noll and Vo: of all bits of all cells. */
static void print(size_t all) {
    uint64_t hash = 14695981039346656037u;
    const unsigned char *bytes = (const unsigned char *)whole;
    for (size_t i = 0; i < all * sizeof *whole; ++i)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    printf("after %d steps of %d ranks: %.17g in the middle, fingerprint %016llx\n", step, size,
           whole[all / 2], (unsigned long long)hash);
}

int main(int argc, char **argv) {
    int code;
    long long stamp;
    count = argc > 1 ? atoi(argv[1]) : 1000;
    steps = argc > 2 ? atoi(argv[2]) : 2000;
    every = argc > 3 ? atoi(argv[3]) : 200;
    const long long log_bytes = argc > 4 ? atoll(argv[4]) : CLOSERANKS_LOCAL_LOG;
    if (count < 1 || steps < 1 || every < 1) {
        fprintf(stderr, "heat_local [CELLS [STEPS [EVERY [LOG]]]]: numbers are 1 or more\n");
        return 2;
    }
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const size_t all = (size_t)count * (size_t)size;
    /* Not malloc: a replacement process does not begin(), and no checkpoint has the ends, which
     * are 0 where there is no neighbour. */
    rod = calloc((size_t)count + 2, sizeof *rod);
    next = malloc((size_t)(count + 2) * sizeof *next);
    whole = malloc((rank == 0 ? all : 1) * sizeof *whole);
    if (closeranks_local_create(MPI_COMM_WORLD, "buddy", log_bytes, &local) != MPI_SUCCESS)
        stop("there is no local recovery");
    closeranks_local_member(local, cells_id, &rod[1], count, MPI_DOUBLE);
    closeranks_local_member(local, step_id, &step, 1, MPI_INT);
    closeranks_local_use_thread(local); /* survivors continue during a recovery */
    do {
        code = closeranks_local_start(local, &stamp);
        if (code == MPI_SUCCESS) code = compute(stamp);
        if (code == MPI_SUCCESS) code = collect();
        if (code == MPI_SUCCESS) code = closeranks_local_finish(local);
    } while (code == CLOSERANKS_ERR_ROLLED_BACK);
    if (code != MPI_SUCCESS) stop(closeranks_local_explain(local));
    if (rank == 0) print(all);
    if (computed != steps) printf("rank %d went back to step %lld\n", rank, stamp < 0 ? 0 : stamp);
    closeranks_local_free(&local);
    free(whole);
    free(next);
    free(rod);
    MPI_Finalize();
    return 0;
}
