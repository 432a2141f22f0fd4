/* Takes signals, and adds up with the others until one of them has got SIGTERM: signalled FOLDER
   [SECONDS]. Each rank notes every signal in FOLDER/log-RANK. After SIGTERM it works for so many
   seconds on a checkpoint, FOLDER/checkpoint-RANK, and ends. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int log_file;
static volatile sig_atomic_t asked;

static void say(const char *text) {
    if (write(log_file, text, strlen(text)) < 0) abort();
}

static void take(int number) {
    if (number == SIGTERM) asked = 1;
    say(number == SIGUSR1   ? "USR1\n"
        : number == SIGUSR2 ? "USR2\n"
        : number == SIGCONT ? "CONT\n"
                            : "TERM\n");
}

int main(int argc, char **argv) {
    char path[4096];
    int rank, one = 1, sum = 0, stop = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s/log-%d", argv[1], rank);
    log_file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int numbers[] = {SIGUSR1, SIGUSR2, SIGCONT, SIGTERM};
    for (int at = 0; at < 4; ++at) {
        struct sigaction action = {.sa_handler = take, .sa_flags = SA_RESTART};
        sigaction(numbers[at], &action, NULL);
    }
    say("up\n");
    for (int round = 0; round < 3000 && !stop; ++round) { /* a minute at most */
        int mine = asked;
        usleep(20000);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(&mine, &stop, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    const double end = MPI_Wtime() + (argc > 2 ? atof(argv[2]) : 0);
    while (MPI_Wtime() < end)
        usleep(20000); /* a second SIGTERM does not shorten it */
    snprintf(path, sizeof path, "%s/checkpoint-%d", argv[1], rank);
    FILE *file = fopen(path, "w");
    fprintf(file, "%d\n", sum);
    fclose(file);
    MPI_Finalize();
    return 0;
}
