/* Ranks die together, and the process that comes back for one of them ends on its way to the resume
 * point, the first times.
 *
 * usage: in_vain RANKS_THAT_DIE RANK_IN_VAIN TIMES FILE   (which counts the times; like 1,2 2 3 f)
 *        in_vain RANKS_THAT_DIE RANK late SECONDS         (it does not end, but takes so long)
 *
 * All print their roles, who has come back, and how many are missing. */
#include "ranks.h"

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end_in_vain(long times, const char *name) {
    FILE *const file = fopen(name, "a");
    fseek(file, 0, SEEK_END);
    if (ftell(file) >= times) {
        fclose(file);
        return;
    }
    fputc('.', file);
    fclose(file);
    exit(1);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"initial", "survivor", "recovered"};
    closeranks_role role;
    int rank, returning, count = 0, missing, sum = 0, ranks[16];
    if (argc != 5) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks_returning(&returning);
    if (returning && rank == atoi(argv[2])) {
        if (strcmp(argv[3], "late") == 0)
            sleep((unsigned)atoi(argv[4]));
        else
            end_in_vain(atol(argv[3]), argv[4]);
    }
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        if (is_among(argv[1], rank)) raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_resume(&role);
    }
    closeranks_replaced_ranks(16, ranks, &count);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    closeranks_missing_count(MPI_COMM_WORLD, &missing);
    printf("rank %d is %s, back", rank, names[role]);
    for (int i = 0; i < count; ++i)
        printf(" %d", ranks[i]);
    printf(", missing %d, sum %d\n", missing, sum);
    MPI_Finalize();
    return 0;
}
