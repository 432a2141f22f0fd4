/* Functions that are added by closeranks_on_resume: a rank dies in the third sum and comes back,
 * and both functions are called, in their order, at all ranks. */
#include <closeranks.h>

#include <stdio.h>

static const char *const names[] = {"initial", "survivor", "recovered"};
static int turn;
static char calls[200];

static void note(const char *function, closeranks_role role) {
    char *const end = calls + snprintf(NULL, 0, "%s", calls);
    snprintf(end, sizeof calls - (size_t)(end - calls), " %s:%s", function, names[role]);
}

/* It gives a process that has come back the turn of all others. */
static void first(closeranks_role role, void *context) {
    note(context, role);
    MPI_Allreduce(MPI_IN_PLACE, &turn, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}

static void second(closeranks_role role, void *context) { note(context, role); }

int main(int argc, char **argv) {
    int rank = 0;
    int total = 0;
    closeranks_role role = CLOSERANKS_ROLE_INITIAL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks_on_resume(second, "removed");
    closeranks_on_resume(NULL, NULL);
    closeranks_on_resume(first, "first");
    closeranks_on_resume(second, "second");
    closeranks_resume(&role);
    while (turn < 6) {
        const int mine = rank + 1;
        MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        turn++;
        closeranks_resume(&role);
    }
    printf("rank %d: turn %d, total %d,%s\n", rank, turn, total, calls);
    MPI_Finalize();
    return 0;
}
