#include "dying.h"

#include <mpi.h>

#include <csetjmp>
#include <cstdio>
#include <ctime>

#include <sys/random.h>
#include <unistd.h>

/* A program whose signal handlers read clocks and random numbers, and ask for the process number,
 * at any moment. Its own readings are the same in both processes of a rank, whoever dies. */

namespace {

int rank = 0;
int size = 0;

void check(bool ok, const char *what) {
    if (ok) return;
    std::printf("wrong: %s\n", what);
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

long long now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

volatile long handled = 0;
volatile bool has_seen_info = false;
volatile pid_t process = 0; /* 0: not known yet */
volatile bool has_seen_another = false;

void sample(int /*number*/, siginfo_t *info, void * /*context*/) {
    unsigned value = 0;
    static_cast<void>(std::time(nullptr));
    static_cast<void>(getrandom(&value, sizeof value, 0));
    if (process != 0 && getpid() != process) has_seen_another = true;
    if (now() > 0 && info != nullptr && info->si_signo == SIGUSR1) has_seen_info = true;
    handled = handled + 1;
}

void sample_plainly(int number) {
    if (now() > 0 && number == SIGUSR2) handled = handled + 1;
}

sigjmp_buf back;
void jump(int /*number*/) {
    static_cast<void>(now());
    siglongjmp(back, 1);
}

/* What a program asks for is what it has set. */
void check_handlers() {
    struct sigaction action {
    }, before{};
    check(sigaction(SIGUSR1, nullptr, &before) == 0 && before.sa_handler == SIG_DFL, "SIG_DFL");
    action.sa_sigaction = sample;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    check(sigaction(SIGUSR1, &action, nullptr) == 0, "sigaction");
    check(sigaction(SIGUSR1, nullptr, &before) == 0 && before.sa_sigaction == sample, "sigaction");
    check(signal(SIGUSR2, sample_plainly) == SIG_DFL, "signal");
    check(signal(SIGUSR2, SIG_IGN) == sample_plainly, "the handler before");
    check(signal(SIGUSR2, sample_plainly) == SIG_IGN, "SIG_IGN");
    check(signal(SIGKILL, sample_plainly) == SIG_ERR, "SIGKILL");
    raise(SIGUSR2);
    check(handled == 1, "a handler that signal() has set");
}

/* Signals come every 200 microseconds, from now on. */
void begin_signals() {
    static char memory[65536];
    const stack_t apart{memory, 0, sizeof memory};
    check(sigaltstack(&apart, nullptr) == 0, "sigaltstack");
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    timer_t timer{};
    check(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0, "timer_create");
    const itimerspec often = {{0, 200'000}, {0, 200'000}};
    check(timer_settime(timer, 0, &often, nullptr) == 0, "timer_settime");
}

/* A handler that does not return: clocks are the leader's again. */
void leave_by_jump() {
    signal(SIGTERM, jump);
    if (sigsetjmp(back, 1) == 0) raise(SIGTERM);
    std::printf(" %lld", now());
}

} // namespace

int main(int argc, char **argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    check_handlers();
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    process = getpid();
    begin_signals();
    for (int round = 0; round < 40; ++round) {
        come_to(round);
        std::printf("round %d:", round);
        for (const long long end = now() + 300'000; now() < end;) {
        }
        unsigned value = 0;
        check(getrandom(&value, sizeof value, 0) == sizeof value, "getrandom");
        leave_by_jump();
        // As many messages as the random number says: another number would be a wrong message.
        const int messages = static_cast<int>(value % 3);
        int expected = 0;
        const int to = (rank + 1) % size, from = (rank + size - 1) % size;
        MPI_Sendrecv(&messages, 1, MPI_INT, to, 1, &expected, 1, MPI_INT, from, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < messages; ++i)
            MPI_Send(&i, 1, MPI_INT, to, 2, MPI_COMM_WORLD);
        for (int i = 0; i < expected; ++i) {
            int got = -1;
            MPI_Recv(&got, 1, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            check(got == i, "a message");
        }
        std::printf(" %lld %d\n", now(), messages);
    }
    check(handled > 1 && has_seen_info, "signals have come");
    check(!has_seen_another, "the process number in a handler");
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
