// Times a repair: from the death of processes to the first collective that the survivors complete.
//
//   plain    an ordinary program: only with closeranks preloaded does it survive
//   mpix     repairs itself with ULFM: revoke, shrink, agree, and call again
//   restart  no death: prints when the first collective of a new job was over
//
// The last ranks die by SIGKILL, all at the same moment, while the others wait for them inside an
// Allreduce. All times are CLOCK_MONOTONIC, which is one clock for all processes of a machine; they
// meet in a file that is mapped by all. Prints JSON, seconds.
//
// usage: bench_repair restart
//        bench_repair plain|mpix FILE [communicators [deaths]]

#include <mpi.h>

#include <mpi-ext.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr int most_ranks = 1024;
constexpr int rounds_before = 20;

using Time = std::atomic<double>;
static_assert(Time::is_always_lock_free); // or processes could not share it

struct Survivor {
    Time noticed;  ///< when the first call on the first communicator failed (mpix)
    Time shrink;   ///< how long the first communicator's shrink took (mpix)
    Time first;    ///< when the collective on the first communicator was over
    Time complete; ///< when those on all communicators were
};

/// The memory that all ranks share. The file starts out as zeros.
struct Shared {
    std::atomic<int> waiting; ///< survivors that are about to enter the collective
    std::atomic<int> doomed;
    Time killed;
    Survivor survivors[most_ranks];
};

double now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

[[noreturn]] void fail(const char *what) {
    std::perror(what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

Shared &map(const char *path) {
    const int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) fail(path);
    void *place = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) fail(path);
    close(file);
    return *static_cast<Shared *>(place);
}

/// Dies outside of MPI, so that it is the same death in every run, while the survivors are inside a
/// collective, but not always equally long: Open MPI looks for news at intervals.
[[noreturn]] void die(Shared &shared, int deaths, int survivors) {
    while (shared.waiting < survivors)
        usleep(100);
    if (++shared.doomed == deaths) {
        usleep(20000 + std::random_device{}() % 100000);
        shared.killed = now();
    } else {
        while (shared.killed == 0.0)
            sched_yield();
    }
    static_cast<void>(std::raise(SIGKILL));
    std::abort();
}

int allreduce(MPI_Comm comm) {
    const int one = 1;
    int sum = 0;
    return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

/// As a program with ULFM does it. Returns how long the shrink took.
double repair(MPI_Comm &comm) {
    MPIX_Comm_revoke(comm);
    const double begin = now();
    MPI_Comm fresh = MPI_COMM_NULL;
    const int code = MPIX_Comm_shrink(comm, &fresh);
    const double seconds = now() - begin;
    int flag = code == MPI_SUCCESS ? 1 : 0;
    MPIX_Comm_agree(comm, &flag);
    if (flag == 0) fail("a shrink failed");
    MPI_Comm_set_errhandler(fresh, MPI_ERRORS_RETURN);
    comm = fresh;
    return seconds;
}

void survive(std::vector<MPI_Comm> &comms, Shared &shared, Survivor &mine) {
    ++shared.waiting;
    for (MPI_Comm &comm : comms) {
        const bool first = &comm == comms.data();
        while (allreduce(comm) != MPI_SUCCESS) { // plain: never fails
            if (first && mine.noticed == 0.0) mine.noticed = now();
            const double seconds = repair(comm);
            if (first) mine.shrink = mine.shrink + seconds;
        }
        if (first) mine.first = now();
    }
    mine.complete = now();
}

void print(const Shared &shared, int survivors, bool mpix) {
    const double killed = shared.killed;
    double first = 0, complete = 0, shrink = 0, noticed = 1e300;
    for (const Survivor *s = shared.survivors; s != shared.survivors + survivors; ++s) {
        first = std::max(first, s->first - killed);
        complete = std::max(complete, s->complete - killed);
        shrink = std::max<double>(shrink, s->shrink);
        if (s->noticed > 0.0) noticed = std::min(noticed, s->noticed - killed);
    }
    std::printf("{\"first\": %.9f, \"complete\": %.9f", first, complete);
    if (mpix) std::printf(", \"detection\": %.9f, \"shrink\": %.9f", noticed, shrink);
    std::printf("}\n");
}

void restart() {
    allreduce(MPI_COMM_WORLD);
    double over = now();
    MPI_Allreduce(MPI_IN_PLACE, &over, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::printf("{\"over\": %.9f}\n", over);
}

void kill_and_repair(bool mpix, const char *file, int communicators, int deaths) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int survivors = size - deaths;
    if (communicators < 1 || deaths < 1 || survivors < 1 || size > most_ranks)
        fail("bench_repair: so many communicators, deaths or ranks are not possible");
    Shared &shared = map(file);
    if (mpix) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    std::vector<MPI_Comm> comms(static_cast<std::size_t>(communicators));
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm); // with the error handler
    for (int round = 0; round < rounds_before; ++round)
        for (const MPI_Comm comm : comms)
            allreduce(comm);
    if (rank >= survivors) die(shared, deaths, survivors);
    survive(comms, shared, shared.survivors[rank]);
    MPI_Barrier(comms.front()); // all have written their times
    if (rank == 0) print(shared, survivors, mpix);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const std::string_view mode = argc > 1 ? argv[1] : "";
    const auto number = [&](int i) { return argc > i ? std::atoi(argv[i]) : 1; };
    if (mode == "restart")
        restart();
    else if (argc > 2 && (mode == "plain" || mode == "mpix"))
        kill_and_repair(mode == "mpix", argv[2], number(3), number(4));
    else
        fail("usage: bench_repair restart | plain|mpix FILE [communicators [deaths]]");
    MPI_Finalize();
    return 0;
}
