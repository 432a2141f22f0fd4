/* dlopen looks at who calls it: that it passes through closeranks must not change that. */
#include <mpi.h>

#include <stdio.h>

int opens_plugin(void);

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const int opened = opens_plugin();
    MPI_Finalize();
    printf(opened ? "ok: opens\n" : "wrong: dlopen did not follow the RUNPATH of its caller\n");
    return !opened;
}
