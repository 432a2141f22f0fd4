/* Adds up ranks in rounds, and continues from its own checkpoint: checkpointing FILE ROUNDS [HOW]
 *
 * Rank 0 writes after each round; all need it in the next one. ROUNDS: `-`: to be read from
 * standard input. HOW the program fails by itself in round 3, in each attempt: abort (rank 1 ends
 * it with status 7), exit (rank 0 leaves with status 3), crash (rank 0), all (every rank is
 * killed). */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void save(const char *name, const long state[2]) {
    char next[4096];
    snprintf(next, sizeof next, "%s.next", name);
    FILE *file = fopen(next, "w");
    fprintf(file, "%ld %ld\n", state[0], state[1]);
    fclose(file);
    rename(next, name);
}

static void load(const char *name, long state[2]) {
    FILE *file = fopen(name, "r");
    if (file == NULL) return;
    if (fscanf(file, "%ld %ld", &state[0], &state[1]) != 2) MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
}

static long rounds_from(const char *word) {
    long rounds = 0;
    if (strcmp(word, "-") != 0) return atol(word);
    if (scanf("%ld", &rounds) != 1) MPI_Abort(MPI_COMM_WORLD, 1);
    return rounds;
}

static void fail(const char *how, int rank) {
    if (strcmp(how, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    if (strcmp(how, "exit") == 0 && rank == 0) exit(3);
    if (strcmp(how, "crash") == 0 && rank == 0) raise(SIGSEGV);
    if (strcmp(how, "all") == 0) raise(SIGKILL);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *restart = getenv("CLOSERANKS_RESTART");
    long state[3] = {0, 0, 0}; /* rounds that are done, the sum, rounds that are to be done */
    if (rank == 0) {
        load(argv[1], state);
        state[2] = rounds_from(argv[2]);
        printf("attempt %s begins with round %ld\n", restart ? restart : "none", state[0] + 1);
    }
    fflush(stdout);
    for (;;) {
        MPI_Bcast(state, 3, MPI_LONG, 0, MPI_COMM_WORLD);
        if (state[0] == state[2]) break;
        if (argc > 3 && state[0] == 2) fail(argv[3], rank);
        long mine = (state[0] + 1) * (rank + 1), sum;
        usleep(20000);
        MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0) {
            state[0] += 1;
            state[1] += sum;
            save(argv[1], state);
        }
    }
    if (rank == 0) printf("sum %ld\n", state[1]);
    MPI_Finalize();
    return 0;
}
