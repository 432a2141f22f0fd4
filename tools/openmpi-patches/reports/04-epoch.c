// Two communicators with other members get the same identifiers at the rank that is in both, though
// nobody dies. With 04-epoch not mended, rank 1 is answered with what rank 0 remembers of the first
// communicator (1 instead of 2), and rank 0 waits for ever.
//
//     mpicc -o epoch 04-epoch.c && mpirun --with-ft ulfm -n 3 ./epoch

#include <mpi.h>

#include <mpi-ext.h>

#include <stdio.h>

static int agree(MPI_Comm comm, int value) {
    MPIX_Comm_agree(comm, &value);
    return value;
}

static MPI_Comm create(int first, int second) {
    const int members[] = {first, second};
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group some = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &some);
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 0, &comm);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return comm;
}

/// For a second.
static void read_what_comes(void) {
    const double end = MPI_Wtime() + 1;
    int flag = 0;
    while (MPI_Wtime() < end)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) { // its count of epochs is one ahead of the others'
        MPI_Comm own = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_SELF, &own);
        MPI_Comm_free(&own);
    }
    if (rank != 1) {
        MPI_Comm comm = create(0, 2);
        agree(comm, 1);
        MPI_Comm_free(&comm);
    }
    if (rank != 2) {
        MPI_Comm comm = create(0, 1);
        if (rank == 0) read_what_comes(); // so that rank 1 asks first
        const int agreed = agree(comm, rank == 0 ? 3 : 2);
        printf("rank %d: %s, agreed on %d\n", rank, agreed == 2 ? "right" : "WRONG", agreed);
        fflush(stdout);
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    return 0;
}
