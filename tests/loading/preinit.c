/* Asks MPI before the constructor of any library has run. */

#include <mpi.h>

#include <stdio.h>

static void ask(int argc, char **argv, char **environment) {
    (void)argc, (void)argv, (void)environment;
    int initialized = -1;
    MPI_Initialized(&initialized);
    printf(initialized == 0 ? "early: preinit\n" : "wrong: initialized %d\n", initialized);
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit)(int, char **,
                                                                              char **) = ask;
