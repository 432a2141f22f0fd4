/* Legio: Allreduce slipped by one call after a kill, and a loop that ends on a residual deadlocked.
 */
#include "check.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    long step = 0;
    double residual = 1.0;
    long agreed = 0;
    /* Every rank has to leave this loop in the same step. */
    while (residual > 1e-6) {
        step++;
        /* The largest and the smallest step of all ranks must both be our own. */
        long mine[2] = {step, -step};
        long most[2] = {0, 0};
        double worst = 0.0;
        const double contribution = residual * (0.93 + 0.001 * world_rank);
        MPI_Allreduce(mine, most, 2, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
        CHECK(most[0] == step && most[1] == -step, "step %ld meets steps %ld to %ld", step,
              -most[1], most[0]);
        MPI_Allreduce(&contribution, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        residual = worst;
        if (wrong) break;
    }
    MPI_Allreduce(&step, &agreed, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    CHECK(agreed == step, "ended in step %ld, another rank in step %ld", step, agreed);
    return finish("slip");
}
