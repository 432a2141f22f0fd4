#!/bin/sh
# Makes the programs of the cases in the current folder. $1: the MPI's compiler.
set -e
cat > sum.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Five sums, and then the status that is asked for. */
int main(int argc, char **argv)
{
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 5; ++round)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    return argc > 1 ? atoi(argv[1]) : 0;
}
END
"$1" -O1 sum.c -o sum
cat > receives.c <<'END'
#include <mpi.h>
#include <stdio.h>

/* Rank 0 adds up three numbers of rank 1; the buffer keeps what came last. */
int main(int argc, char **argv)
{
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 3; ++round) {
        if (rank == 1) MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += one;
    }
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
END
"$1" -O1 receives.c -o receives
cat > parts.c <<'END'
#include <mpi.h>

/* Two sums in each half, of which rank 3 dies in the second, and one on a communicator with a name. */
int main(int argc, char **argv)
{
    int rank, one = 1, sum = 0;
    MPI_Comm half, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    MPI_Comm_set_name(all, "energies");
    for (int round = 0; round < 2; ++round)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    MPI_Finalize();
    return 0;
}
END
"$1" -O1 parts.c -o parts
cat > mistake.c <<'END'
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int mine = 1;
    double value = 1, all = 0;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "reduce") == 0)
        MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
    else if (strcmp(argv[1], "bcast") == 0)
        MPI_Bcast(&mine, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    else
        MPI_Send(&mine, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
"$1" -O1 mistake.c -o mistake

cat > waits.c <<'END'
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    sleep(60);
    MPI_Finalize();
    return 0;
}
END
"$1" -O1 waits.c -o waits

cat > late.c <<'END'
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    sleep(2);
    return 0;
}
END
"$1" -O1 late.c -o late

cat > stops.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>

/* The last rank stops, and the others continue without it. */
int main(int argc, char **argv)
{
    int rank, size, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1) raise(SIGSTOP);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
END
"$1" -O1 stops.c -o stops

# A program of another MPI, and one that needs a library that is gone.
echo 'int MPI_Init(void) { return 0; }' > other.c
cc -shared -fPIC other.c -o libmpich.so.12 -Wl,-soname,libmpich.so.12
cc -shared -fPIC other.c -o libgone.so.1 -Wl,-soname,libgone.so.1
echo 'int MPI_Init(void); int main(void) { return MPI_Init(); }' > main.c
cc main.c ./libmpich.so.12 -o of_mpich -Wl,-rpath,"$PWD"
cc main.c ./libgone.so.1 -o lacks_a_library
rm libgone.so.1
cc -static main.c other.c -o static_mpi
