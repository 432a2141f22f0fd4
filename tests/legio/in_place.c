/* Legio: the inputs of MPI_IN_PLACE were corrupted at every redo. Rank 1 is killed in the 3rd call
 * of each. */
#include "check.h"

enum { count = 2000, rounds = 5 };

/* Every bit may stand at most once in a sum of powers of two: twice means that a partial result
 * was taken for an input. All elements must agree. */
static void judge(const char *call, int round, const long *sum, long scope, long alive) {
    for (int i = 0; i < count; i++) {
        CHECK(sum[i] == sum[0], "%s, round %d: element %d is %ld, element 0 is %ld", call, round, i,
              sum[i], sum[0]);
        if (sum[i] != sum[0]) return;
    }
    CHECK((sum[0] & ~scope) == 0 && (sum[0] & alive) == (alive & scope),
          "%s, round %d: contributors %lx", call, round, (unsigned long)sum[0]);
}

static void fill(long *values) {
    for (int i = 0; i < count; i++)
        values[i] = 1L << world_rank;
}

int main(int argc, char **argv) {
    static long values[count];
    start(&argc, &argv);
    const long all = (1L << world_size) - 1;
    const long alive = all & ~(1L << 1);
    const long before = (1L << (world_rank + 1)) - 1;
    for (int round = 1; round <= rounds; round++) {
        fill(values);
        MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        judge("MPI_Allreduce", round, values, all, alive);
    }
    for (int round = 1; round <= rounds; round++) {
        fill(values);
        if (world_rank == 0)
            MPI_Reduce(MPI_IN_PLACE, values, count, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        else
            MPI_Reduce(values, NULL, count, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        judge("MPI_Reduce", round, values, world_rank == 0 ? all : 1L << world_rank,
              world_rank == 0 ? alive : 1L << world_rank);
    }
    for (int round = 1; round <= rounds; round++) {
        fill(values);
        MPI_Scan(MPI_IN_PLACE, values, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        judge("MPI_Scan", round, values, before, alive);
    }
    return finish("in_place");
}
