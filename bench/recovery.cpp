// Times a recovery: from the death of a rank until another process stands for it, and all have
// their communicators again.
//
//   spares   with closeranks preloaded, and one spare; an error tells of the loss
//   (docs/reference/spares.md) asleep   by hand: the last process waits, and looks every 2 ms
//   whether it is needed; revoke,
//            shrink, agree, split, and a duplicate for each further communicator
//   awake    the same, but it looks every 0.1 ms, which takes some of a core
//   restart  no death: until a job that was started at SINCE has its communicators
//
// The rank in the middle dies by SIGKILL while the others wait for it inside an Allreduce. All
// times are CLOCK_MONOTONIC, which is one clock for all processes of a machine; they meet in a file
// that is mapped by all. Rank 0 prints milliseconds until the last rank is ready. It is run by
// hand: bench/recovery says how.
//
// usage: bench_recovery spares|asleep|awake|restart FILE COMMUNICATORS [SINCE]

#include <closeranks.h>
#include <mpi.h>

#include <mpi-ext.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using Time = std::atomic<double>;
static_assert(Time::is_always_lock_free); // or processes could not share it

constexpr int most_ranks = 1024;

/// The memory that all processes share. The file starts out as zeros.
struct Shared {
    std::atomic<int> waiting; ///< survivors that are about to enter the collective
    Time killed;
    Time ready[most_ranks]; ///< by rank: when it had all communicators
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

int allreduce(MPI_Comm comm) {
    const int one = 1;
    int sum = 0;
    return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

/// Every rank is inside of an Allreduce, but the one that dies.
void wait_for_death(Shared &shared, int rank, int size) {
    if (rank != size / 2) {
        ++shared.waiting;
        return;
    }
    while (shared.waiting < size - 1)
        usleep(100);
    constexpr useconds_t until_they_wait = 50'000;
    usleep(until_they_wait);
    shared.killed = now();
    static_cast<void>(std::raise(SIGKILL));
}

std::vector<MPI_Comm> duplicates(MPI_Comm comm, int count) {
    std::vector<MPI_Comm> copies(static_cast<std::size_t>(count), MPI_COMM_NULL);
    for (MPI_Comm &copy : copies)
        if (MPI_Comm_dup(comm, &copy) != MPI_SUCCESS) fail("MPI_Comm_dup");
    return copies;
}

int rank_of(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

void report(MPI_Comm all, Shared &shared, double since) {
    const int rank = rank_of(all);
    shared.ready[rank] = now();
    MPI_Barrier(all);
    double last = 0;
    for (int one = 0; one < size_of(all); ++one)
        last = std::max(last, shared.ready[one].load());
    if (rank == 0) std::printf("%.3f\n", 1e3 * (last - since));
}

void with_spares(Shared &shared, int communicators) {
    closeranks_role role = CLOSERANKS_ROLE_INITIAL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    closeranks_set_policy(MPI_COMM_WORLD, "MPI_Allreduce/contribution", CLOSERANKS_POLICY_ERROR);
    duplicates(MPI_COMM_WORLD, communicators - 1);
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        wait_for_death(shared, rank_of(MPI_COMM_WORLD), size_of(MPI_COMM_WORLD));
        while (allreduce(MPI_COMM_WORLD) == MPI_SUCCESS) {
        }
        closeranks_resume(&role);
    }
    report(MPI_COMM_WORLD, shared, shared.killed);
}

/// The spare takes the place of the dead rank in the order.
void by_hand(Shared &shared, int communicators, useconds_t pause) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int process = rank_of(MPI_COMM_WORLD);
    const int size = size_of(MPI_COMM_WORLD) - 1;
    const bool is_spare = process == size;
    MPI_Comm ranks = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, is_spare ? MPI_UNDEFINED : 0, process, &ranks);
    if (!is_spare) {
        duplicates(ranks, communicators - 1);
        wait_for_death(shared, process, size);
        while (allreduce(ranks) == MPI_SUCCESS) {
        }
        MPIX_Comm_revoke(ranks);
        MPIX_Comm_revoke(MPI_COMM_WORLD);
    }
    for (int revoked = 0; is_spare && !revoked; usleep(pause)) {
        int flag = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
        MPIX_Comm_is_revoked(MPI_COMM_WORLD, &revoked);
    }
    MPI_Comm living = MPI_COMM_NULL;
    MPI_Comm everybody = MPI_COMM_NULL;
    if (MPIX_Comm_shrink(MPI_COMM_WORLD, &living) != MPI_SUCCESS) fail("MPIX_Comm_shrink");
    MPI_Comm_split(living, 0, is_spare ? size / 2 : process, &everybody);
    duplicates(everybody, communicators - 1);
    int flag = 1;
    MPIX_Comm_agree(everybody, &flag);
    report(everybody, shared, shared.killed);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc < 4) {
        std::fprintf(stderr, "usage: bench_recovery spares|asleep|awake|restart FILE "
                             "COMMUNICATORS [SINCE]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const std::string_view mode = argv[1];
    Shared &shared = map(argv[2]);
    const int communicators = std::atoi(argv[3]);
    if (mode == "spares") {
        with_spares(shared, communicators);
    } else if (mode == "asleep") {
        by_hand(shared, communicators, 2'000);
    } else if (mode == "awake") {
        by_hand(shared, communicators, 100);
    } else {
        duplicates(MPI_COMM_WORLD, communicators - 1);
        report(MPI_COMM_WORLD, shared, argc > 4 ? std::atof(argv[4]) : 0);
    }
    MPI_Finalize();
    return 0;
}
