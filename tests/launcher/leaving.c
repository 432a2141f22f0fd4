/* Leaves an MPI job in every way there is: leaving HOW RANK [STATUS]; RANK -1 means all.
   The others add up fifty times, for half a second and more, and print how many added up at last;
   for HOW until they continue until STATUS of them are lost, but no longer than 20 s. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *read_a_line(void *input) {
    char line[8];
    return fgets(line, sizeof line, input);
}

/* A thread waits for a line that never comes, and has the stream locked. */
static void begin_to_read(void) {
    int ends[2];
    pthread_t thread;
    if (pipe(ends) != 0) abort();
    pthread_create(&thread, NULL, read_a_line, fdopen(ends[0], "r"));
    usleep(100000);
}

static void leave(const char *how, int status) {
    if (strncmp(how, "reading,", 8) == 0) {
        begin_to_read();
        how += 8;
    }
    if (strcmp(how, "exit") == 0) exit(status);
    if (strcmp(how, "_exit") == 0) _exit(status);
    if (strcmp(how, "_Exit") == 0) _Exit(status);
    if (strcmp(how, "quick_exit") == 0) quick_exit(status);
    if (strcmp(how, "abort") == 0) abort();
    if (strcmp(how, "MPI_Abort") == 0) MPI_Abort(MPI_COMM_WORLD, status);
    if (strcmp(how, "fatal") == 0) MPI_Send(NULL, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (strcmp(how, "bcast") == 0) exit(status); /* the root of the others' MPI_Bcast */
}

/* Children that leave are nobody's loss. */
static int children(int status) {
    int seen = 0;
    pid_t child = fork();
    if (child == 0) exit(status);
    waitpid(child, &seen, 0);
    if (WEXITSTATUS(seen) != status) return 0;
    child = vfork();
    if (child == 0) _exit(status);
    waitpid(child, &seen, 0);
    if (WEXITSTATUS(seen) != status) return 0;
    return WEXITSTATUS(system("exit 3")) == 3;
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    const int leaver = argc > 2 ? atoi(argv[2]) : 0;
    const int status = argc > 3 ? atoi(argv[3]) : 0;
    int rank, size, one = 1, sum = 0, on = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int until = strcmp(how, "until") == 0;
    const double most = until || strcmp(how, "long") == 0 ? 20.0 : 0.5;
    const double begin = MPI_Wtime();
    if (strcmp(how, "children") == 0 && !children(status)) return 1;
    if (leaver == -1 || rank == leaver) {
        printf("unflushed %d\n", rank);
        if (strcmp(how, "return") == 0) return status;
        leave(how, status);
    }
    for (int round = 1; on; ++round) {
        int mine = round < 50 || MPI_Wtime() - begin < most;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (until && sum == size - status) mine = 0;
        MPI_Allreduce(&mine, &on, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    if (strcmp(how, "bcast") == 0) MPI_Bcast(&one, 1, MPI_INT, leaver, MPI_COMM_WORLD);
    if (rank < 2) printf("sum %d\n", sum);
    MPI_Finalize();
    return strcmp(how, "late") == 0 ? status : 0;
}
