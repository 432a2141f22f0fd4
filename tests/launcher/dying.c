/* Dies at a moment that the MPI does not see: dying MOMENT RANK HOW [FILE]; RANK -1 means all.
   MOMENT: constructor, before, inside (MPI_Init), unknown (in MPI_Init, before the others can know
   its addresses), running, recorded (as it has recorded that it is through MPI_Finalize), after
   (MPI_Finalize). HOW: a signal's number, or -STATUS to exit with that status. Without a death:
   dying command, which tells what MPI_INFO_ENV says of it, and dying grid, which makes a Cartesian
   communicator. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **words;
static int count;

static void die(int how) {
    if (how <= 0) exit(-how);
    raise(how);
}

static int is_moment(const char *moment) {
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (count < 4 || strcmp(words[1], moment) != 0 || rank == NULL) return 0;
    return strcmp(words[2], "-1") == 0 || strcmp(words[2], rank) == 0;
}

__attribute__((constructor)) static void before_main(int argc, char **argv) {
    words = argv;
    count = argc;
    if (is_moment("constructor")) die(atoi(argv[3]));
}

static int threads_of(pid_t process) {
    char name[64], line[128];
    int threads = 0;
    FILE *status;
    snprintf(name, sizeof name, "/proc/%d/status", (int)process);
    status = fopen(name, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        sscanf(line, "Threads: %d", &threads);
    if (status != NULL) fclose(status);
    return threads;
}

/* A child kills this process as soon as that is in MPI_Init, which starts threads, and then makes
   the file for which rank 0 waits: the victim is in MPI_Init until then. */
static void die_soon(void) {
    const pid_t victim = getpid();
    if (fork() != 0) return;
    while (threads_of(victim) == 1)
        usleep(1000);
    usleep(100000);
    kill(victim, SIGKILL);
    fclose(fopen(words[4], "w"));
    _exit(0);
}

/* Called by MPI_Init in place of PMIx's, which tells the others the addresses. The keeper cannot
   record the death before mpirun ends all: the others fail first. */
int PMIx_Commit(void);
int PMIx_Commit(void) {
    int (*const commit)(void) = (int (*)(void))dlsym(RTLD_NEXT, "PMIx_Commit");
    if (is_moment("unknown")) {
        kill(getppid(), SIGSTOP);
        die(atoi(words[3]));
    }
    return commit();
}

/* Called by closeranks in place of the system's. */
ssize_t write(int file, const void *data, size_t size) {
    ssize_t (*const next)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    const char event[] = "\"event\":\"finish\"";
    const ssize_t written = next(file, data, size);
    if (memmem(data, size, event, strlen(event)) != NULL && is_moment("recorded"))
        die(atoi(words[3]));
    return written;
}

int main(int argc, char **argv) {
    int rank, sum = 0, one = 1;
    if (is_moment("before")) die(atoi(argv[3]));
    if (is_moment("inside")) die_soon();
    if (argc > 1 && strcmp(argv[1], "inside") == 0 &&
        strcmp(getenv("OMPI_COMM_WORLD_RANK"), "0") == 0)
        while (access(words[4], F_OK) != 0)
            usleep(10000);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "command") == 0) {
        char command[MPI_MAX_INFO_VAL + 1] = "", arguments[MPI_MAX_INFO_VAL + 1] = "";
        int there;
        MPI_Info_get(MPI_INFO_ENV, "command", MPI_MAX_INFO_VAL, command, &there);
        MPI_Info_get(MPI_INFO_ENV, "argv", MPI_MAX_INFO_VAL, arguments, &there);
        if (rank == 0) printf("command %s %s\n", command, arguments);
    }
    if (argc > 1 && strcmp(argv[1], "grid") == 0) {
        MPI_Comm grid;
        int size, periodic = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
        MPI_Comm_free(&grid);
    }
    if (is_moment("running")) die(atoi(argv[3]));
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    if (is_moment("after")) die(atoi(argv[3]));
    return 0;
}
