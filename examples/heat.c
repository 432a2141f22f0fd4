/* Heat in a rod: each rank has a piece of it, and needs the ends of its neighbours' pieces in every
 * step. The program cannot continue without the piece of a rank that dies. So a spare takes its
 * place, and all ranks go back to the latest checkpoint, which is in the memory of the ranks.
 *
 *     closeranks --spares 2 -n 8 ./heat [CELLS [STEPS [EVERY [WHERE]]]]
 *
 * CELLS: of each rank (default 1,000); EVERY: steps from one checkpoint to the next (default 50);
 * WHERE: of checkpoints, as a store has it (default buddy). The output is the same to the last bit,
 * whichever ranks die and however often.
 */
#include <closeranks.h>
#include <closeranks_store.h>
#include <mpi.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { cells_id, step_id };

static int rank, size, count, steps, every;
static int step;      /* the number of completed steps */
static double *rod;   /* this rank's piece, with a cell of each neighbour at its ends */
static double *whole; /* at rank 0, in the end */
static closeranks_store store;

static void begin(void) {
    step = 0;
    memset(rod, 0, (size_t)(count + 2) * sizeof *rod);
    for (int i = 1; i <= count; ++i) {
        const double place = (rank * (double)count + i) / (size * (double)count);
        rod[i] = 100.0 * sin(9.0 * place) * place;
    }
}

static void stop(const char *why) {
    fprintf(stderr, "heat, rank %d: %s\n", rank, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Goes back to the latest checkpoint. A replacement process gets the data of its predecessor.
 * Without any checkpoint all ranks go back to the beginning. Returns 0 when another rank has died
 * meanwhile; the answer is the same at all ranks. */
static int go_back(void) {
    const int code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    if (code == CLOSERANKS_ERR_RANK_LOST) return 0;
    if (code == MPI_ERR_ARG)
        begin();
    else if (code != MPI_SUCCESS)
        stop(closeranks_store_explain(store));
    return 1;
}

static void advance(double *next) {
    const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&rod[1], 1, MPI_DOUBLE, left, 0, &rod[count + 1], 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&rod[count], 1, MPI_DOUBLE, right, 1, &rod[0], 1, MPI_DOUBLE, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= count; ++i)
        next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
    memcpy(&rod[1], &next[1], (size_t)count * sizeof *rod);
}

/* Returns 0 at all ranks when a checkpoint fails because a rank has died. */
static int compute(double *next) {
    while (step < steps) {
        advance(next);
        ++step;
        if (step % every == 0 || step == steps) {
            const int code = closeranks_store_commit(store, step);
            if (code == CLOSERANKS_ERR_RANK_LOST) return 0;
            if (code != MPI_SUCCESS) stop(closeranks_store_explain(store));
        }
    }
    return 1;
}

/* Fowler, Noll and Vo: of all bits of all cells. */
static uint64_t fingerprint(const double cells[], size_t all) {
    uint64_t hash = 14695981039346656037u;
    const unsigned char *bytes = (const unsigned char *)cells;
    for (size_t i = 0; i < all * sizeof *cells; ++i)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

int main(int argc, char **argv) {
    closeranks_role role;
    int missing = 0, recoveries = 0, back_at = 0;
    count = argc > 1 ? atoi(argv[1]) : 1000;
    steps = argc > 2 ? atoi(argv[2]) : 2000;
    every = argc > 3 ? atoi(argv[3]) : 50;
    const char *where = argc > 4 ? argv[4] : "buddy";
    if (count < 1 || steps < 1 || every < 1) {
        fprintf(stderr, "heat [CELLS [STEPS [EVERY [WHERE]]]]: numbers are 1 or more\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const size_t all = (size_t)count * (size_t)size;
    /* Not malloc: a replacement process does not begin(), and no checkpoint has the ends, which
     * are 0 where there is no neighbour. */
    rod = calloc((size_t)count + 2, sizeof *rod);
    whole = malloc((rank == 0 ? all : 1) * sizeof *whole);
    double *next = malloc((size_t)(count + 2) * sizeof *next);
    if (closeranks_store_create(MPI_COMM_WORLD, where, &store) != MPI_SUCCESS)
        stop("there is no store");
    closeranks_store_member(store, cells_id, &rod[1], count, MPI_DOUBLE);
    closeranks_store_member(store, step_id, &step, 1, MPI_INT);
    for (;;) {
        closeranks_resume(&role);
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
        if (missing > 0) stop("ranks are missing, and no spare is left");
        if (role == CLOSERANKS_ROLE_INITIAL && step == steps) break; /* all ranks are there */
        if (!go_back()) continue;
        back_at = step;
        if (!compute(next)) continue;
        MPI_Gather(&rod[1], count, MPI_DOUBLE, whole, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    closeranks_recoveries(&recoveries);
    if (rank == 0) {
        printf("after %d steps of %d ranks: %.17g in the middle, fingerprint %016llx\n", step, size,
               whole[all / 2], (unsigned long long)fingerprint(whole, all));
        if (recoveries > 0)
            printf("lost ranks were recovered %d times, the last time at step %d\n", recoveries,
                   back_at);
    }
    closeranks_store_free(&store);
    free(next);
    free(whole);
    free(rod);
    MPI_Finalize();
    return 0;
}
