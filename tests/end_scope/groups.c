/* Two simulations in one job: the ranks are split into halves, and each half makes 100 sums of its
 * own. In the tenth step something ends in the second half. What is left then makes a sum of the
 * whole job, which tells who that is.
 *
 *     groups WHAT */
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { steps = 100, at = 10, step_us = 10000, code_of_abort = 7, code_of_first = 5 };

static int rank, size, in_half, of_half;
static MPI_Comm half;
static const char *what;

static int is(const char *name) { return strcmp(what, name) == 0; }

static void die(void) {
    fflush(stdout);
    kill(getpid(), SIGKILL);
}

static void compute_for_ever(void) {
    volatile unsigned long n = 1;
    while (n != 0)
        ++n;
}

/* A second, in which the MPI continues: so a rank hears of deaths. */
static void wait_for_the_first_half(void) {
    int arrived = 0;
    for (int i = 0; i < steps; ++i) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, half, &arrived, MPI_STATUS_IGNORE);
        usleep(step_us);
    }
}

static void make_error(MPI_Comm comm) {
    int n = 0;
    MPI_Send(&n, 1, MPI_INT, size + 99, 0, comm);
}

/* Errors that the MPI itself finds and raises: on a communicator of one process, and without any.
 */
static void make_error_of_one_rank(void) {
    MPI_Comm alone;
    int n = 0;
    if (is("alone")) {
        MPI_Comm_dup(MPI_COMM_SELF, &alone);
        MPI_Comm_set_name(alone, "a rank alone");
        make_error(alone);
    }
    MPI_Type_size(MPI_DATATYPE_NULL, &n);
}

/* Without a call of the MPI: so a rank hears of no death. */
static void compute_for_a_second(void) {
    time_t end = time(NULL) + 2;
    while (time(NULL) < end)
        ;
}

/* Of the second half, in its tenth step. */
static void end_something(void) {
    const int last = in_half == of_half - 1;
    int n = 0;
    int all[16] = {0}, got[16] = {0};
    printf("rank %d comes to it\n", rank); /* not flushed: nobody loses what it has printed */
    MPI_Barrier(half);
    if (is("abort") || is("busy") || is("errors_abort") || is("fatal")) {
        if (is("errors_abort")) MPI_Comm_set_errhandler(half, MPI_ERRORS_ABORT);
        if (last && (is("abort") || is("busy"))) MPI_Abort(half, code_of_abort);
        if (last) make_error(half);
        if (is("busy")) compute_for_ever();
    } else if (is("self")) {
        if (last) MPI_Abort(MPI_COMM_SELF, code_of_abort);
    } else if (is("alone") || is("no object")) {
        if (last) make_error_of_one_rank();
    } else if (is("world")) {
        if (last) MPI_Abort(MPI_COMM_WORLD, code_of_abort);
    } else if (is("block")) {
        if (last) die();
        MPI_Alltoall(all, 1, MPI_INT, got, 1, MPI_INT, half);
        MPI_Alltoall(all, 1, MPI_INT, got, 1, MPI_INT, half);
    } else if (is("root")) {
        if (in_half == 0) die();
        MPI_Bcast(&n, 1, MPI_INT, 0, half);
    } else if (is("message")) {
        /* Once the first one is past the barrier: else it would ask those that compute. */
        if (in_half == 0) MPI_Send(&n, 1, MPI_INT, of_half - 1, 0, half);
        if (last) MPI_Recv(&n, 1, MPI_INT, 0, 0, half, MPI_STATUS_IGNORE);
        if (last) die();
        if (in_half == 0) MPI_Recv(&n, 1, MPI_INT, of_half - 1, 0, half, MPI_STATUS_IGNORE);
        if (in_half != 0) compute_for_ever();
    } else if (is("stall")) {
        if (last) die();
        MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, MPI_STATUS_IGNORE);
    } else if (is("last")) { /* the first half has ended before, and this one is the job */
        wait_for_the_first_half();
        if (last) MPI_Abort(half, code_of_abort);
    } else if (is("last busy")) {
        if (last) compute_for_a_second();
        if (last) MPI_Abort(half, code_of_abort);
    } else if (is("both")) {
        if (last) MPI_Abort(half, code_of_abort);
    }
}

static void step(int i, int color) {
    int lost = 0, sum = 0;
    const int mine = (rank + 1) * i;
    int wanted = 0;
    if (color == 1 && i == at) end_something();
    if (color == 0 && i == at && in_half == 0 && (is("last") || is("last busy") || is("both")))
        MPI_Abort(half, code_of_first);
    lost = color == 1 && i >= at &&
           (is("self") || is("world") || is("alone") ||
            is("no object")); /* the last one of this half, and nobody else */
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, half);
    for (int r = 0; r < of_half - lost; ++r)
        wanted += (rank - in_half + r + 1) * i;
    if (sum != wanted) {
        printf("rank %d: sum %d is %d and not %d\n", rank, i, sum, wanted);
        exit(3);
    }
    usleep(step_us);
}

int main(int argc, char **argv) {
    int one = 1, left = 0, color;
    what = argc > 1 ? argv[1] : "nothing";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    color = rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, color, 0, &half);
    MPI_Comm_rank(half, &in_half);
    MPI_Comm_size(half, &of_half);
    for (int i = 1; i <= steps; ++i)
        step(i, color);
    MPI_Allreduce(&one, &left, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d has %d sums, %d ranks are left\n", rank, steps, left);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
