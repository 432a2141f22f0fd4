/* Rank 1 dies between any two rounds, and is started again, so often as the first argument says. In
 * a round all send long messages around a ring and add up where they are. */
#include <closeranks.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LENGTH = 1 << 15 }; /* far more than is sent at once */

static double sent[LENGTH], received[LENGTH];

static int is_right(MPI_Comm comm, int round) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int before = (rank + size - 1) % size;
    for (int i = 0; i < LENGTH; ++i)
        sent[i] = round + 1000.0 * rank + i;
    MPI_Sendrecv(sent, LENGTH, MPI_DOUBLE, (rank + 1) % size, 0, received, LENGTH, MPI_DOUBLE,
                 before, 0, comm, MPI_STATUS_IGNORE);
    int wrong = 0;
    for (int i = 0; i < LENGTH; ++i)
        wrong += received[i] != round + 1000.0 * before + i;
    int sum = 0;
    MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, comm);
    return wrong == 0 && sum == round * size;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const int rounds = argc > 1 ? atoi(argv[1]) : 0;
    int rank, right = 1;
    MPI_Comm comm;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    closeranks_role role;
    closeranks_resume(&role);
    for (;;) {
        int round = 0;
        closeranks_recoveries(&round);
        right = is_right(comm, round) && right;
        if (round == rounds) break;
        MPI_Barrier(comm);
        if (rank == 1) {
            usleep(250000); /* so that 40 times take longer than a quarantine of communicators */
            raise(SIGKILL);
        }
        MPI_Barrier(comm); /* in which the others notice it */
        closeranks_resume(&role);
    }
    printf("rank %d is %s\n", rank, right ? "right" : "wrong");
    MPI_Finalize();
    return right ? 0 : 1;
}
