/* A tool between program and MPI: it counts the calls of MPI_Allreduce, and in MPI_Finalize rank 0
   gathers the counts of all ranks and prints them. */
#include <mpi.h>

#include <stdio.h>

static int calls = 0;

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    ++calls;
    return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Finalize(void) {
    enum { tag = 77 };
    int rank, size;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0) PMPI_Send(&calls, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    for (int other = 0; rank == 0 && other < size; ++other) {
        int theirs = calls;
        MPI_Status status = {.MPI_SOURCE = other};
        if (other != 0) PMPI_Recv(&theirs, 1, MPI_INT, other, tag, MPI_COMM_WORLD, &status);
        if (status.MPI_SOURCE == other)
            printf("tool: rank %d called MPI_Allreduce %d times\n", other, theirs);
        else
            printf("tool: rank %d is lost\n", other);
    }
    fflush(stdout);
    return PMPI_Finalize();
}
