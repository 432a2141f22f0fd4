#include "dying.h"

#include <mpi.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <sys/random.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

/* A program whose results depend on clocks and random numbers of the C library. Each rank prints
 * what it has read, and how often it could look at a clock in a while: both processes of a rank
 * have to print the same, whoever dies. No clock goes backwards. */

namespace {

int rank = 0;
int size = 0;

void check(bool ok, const char *what) {
    if (ok) return;
    std::printf("wrong: %s\n", what);
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

long long nanoseconds(clockid_t id) {
    timespec now{};
    check(clock_gettime(id, &now) == 0, "clock_gettime");
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

void read_clocks() {
    static long long before[4] = {};
    const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                             CLOCK_MONOTONIC_RAW};
    for (int i = 0; i < 4; ++i) {
        const long long now = nanoseconds(ids[i]);
        check(now >= before[i], "a clock has gone backwards");
        before[i] = now;
        std::printf(" %lld", now);
    }
    timeval day{};
    gettimeofday(&day, nullptr);
    tms used{};
    const clock_t ticks = times(&used);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf(" %ld.%06ld %ld %ld %ld %ld %ld", day.tv_sec, day.tv_usec, std::time(nullptr),
                std::clock(), ticks, static_cast<long>(used.tms_utime), usage.ru_minflt);
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    check(now >= before[1], "std::chrono");
    std::printf(" %lld", static_cast<long long>(now));
    timespec none{};
    check(clock_gettime(static_cast<clockid_t>(77), &none) == -1, "a clock that there is not");
}

void read_random() {
    std::vector<unsigned char> bytes(5000);
    check(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
          "getrandom");
    unsigned sum = 0;
    for (const unsigned char byte : bytes)
        sum = sum * 31 + byte;
    unsigned more = 0;
    check(getentropy(&more, sizeof more) == 0, "getentropy");
    std::random_device device;
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    std::printf(" %08x %08x %08x %d", sum, more, device(), std::rand());
}

volatile std::sig_atomic_t signals = 0;

/* One number, which is another one in a child; a signal to it comes to this process. Its files in
 * /proc are there, whoever has died. */
void use_process_number() {
    static const pid_t first = getpid();
    static int sent = 0;
    check(getpid() == first, "the process number has changed");
    std::signal(SIGUSR1, [](int) { signals = signals + 1; });
    check(kill(getpid(), SIGUSR1) == 0, "a signal to this process");
    ++sent;
    // Another thread may take it, at a moment of its own: so says POSIX of kill(). No clock is read
    // here, for both processes of a rank have to read it equally often.
    for (int i = 0; i < 10000 && signals < sent; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    check(signals == sent, "a signal has come");
    std::FILE *const memory =
        std::fopen(("/proc/" + std::to_string(first) + "/statm").c_str(), "r");
    check(memory != nullptr && std::fgetc(memory) > '0', "the memory of this process");
    check(std::fclose(memory) == 0, "fclose");
    const pid_t child = fork();
    if (child == 0) _exit(getpid() == first ? 1 : 0);
    int status = -1;
    check(waitpid(child, &status, 0) == child && status == 0, "a child has another number");
    std::printf(" %d", first);
}

/* How often the clock can be read in 300 microseconds, so that the lane is full at times. */
int count_readings() {
    int count = 0;
    for (const long long end = nanoseconds(CLOCK_MONOTONIC) + 300'000;
         nanoseconds(CLOCK_MONOTONIC) < end;)
        ++count;
    return count;
}

} // namespace

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 40;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bool is_over = false;
    std::thread other([&] { // whose readings are its own
        while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
            nanoseconds(CLOCK_MONOTONIC);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    for (int round = 0; round < rounds; ++round) {
        come_to(round);
        int mine = count_readings();
        std::vector<int> all(static_cast<std::size_t>(size));
        MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
        std::printf("round %d: %d", round, mine);
        read_clocks();
        read_random();
        use_process_number();
        // As many messages as the random number says: another number would be a wrong message.
        const int messages = 1 + static_cast<int>(std::random_device()() % 3);
        int expected = 0;
        const int to = (rank + 1) % size, from = (rank + size - 1) % size;
        MPI_Sendrecv(&messages, 1, MPI_INT, to, 1, &expected, 1, MPI_INT, from, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < messages; ++i)
            MPI_Send(&mine, 1, MPI_INT, to, 2, MPI_COMM_WORLD);
        for (int i = 0; i < expected; ++i) {
            int got = -1;
            MPI_Recv(&got, 1, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            check(got == all[static_cast<std::size_t>(from)], "a message");
        }
        std::printf(" %d\n", messages);
    }
    __atomic_store_n(&is_over, true, __ATOMIC_RELAXED);
    other.join();
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
