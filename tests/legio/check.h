#ifndef CLOSERANKS_TESTS_LEGIO_CHECK_H
#define CLOSERANKS_TESTS_LEGIO_CHECK_H

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the small self-checking programs share. They know nothing of closeranks. */

static int world_rank = -1;
static int world_size = 0;
static int wrong = 0;

/* Prints "wrong: ..." and continues: the others must not hang because of us. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            wrong++;                                                                               \
            printf("wrong: rank %d, line %d: ", world_rank, __LINE__);                             \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
            fflush(stdout);                                                                        \
        }                                                                                          \
    } while (0)

static inline void start(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
}

/* Every survivor that saw nothing wrong says so. */
static inline int finish(const char *name) {
    MPI_Finalize();
    if (wrong == 0) printf("ok: %s\n", name);
    return wrong != 0;
}

/* A process dies as processes do: at once and without a word to anybody. */
static inline void die(void) { raise(SIGKILL); }

#endif
