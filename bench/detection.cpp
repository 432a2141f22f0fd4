// The time from the death of a rank until another rank's call notes the death, on one host
// (bench/detection starts this program and makes the table).
//
// One rank is killed at a random moment while the others wait for it in an Allreduce. A watcher,
// which is no MPI process, notes the end of a pipe that the rank had open, the end of the rank (at
// the same moment its parent can know) and that of its parent. Then it sets a flag in shared
// memory, in place of a parent that would tell the ranks itself. The survivors note, from Open
// MPI's progress engine, when they see the flag and when Open MPI has counted the failure; from the
// thread of PMIx, when its event comes.
//
// usage: bench_detection watch|plain|mpix PIPE FILE, and afterwards: bench_detection report FILE

#include <mpi.h>

#include <mpi-ext.h>

#if __has_include(<pmix.h>)
#include <pmix.h>
#define BENCH_HAS_PMIX 1
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int most_ranks = 1024;
constexpr int rounds_before = 20;

using Time = std::atomic<double>; ///< seconds; 0: not yet
static_assert(Time::is_always_lock_free);

struct Survivor {
    Time flag;    ///< it saw the watcher's flag
    Time event;   ///< PMIx told it
    Time counted; ///< Open MPI has counted the failure
    Time call;    ///< the Allreduce was over, or had failed
};

/// The memory that all processes share. The file starts out as zeros.
struct Shared {
    std::atomic<pid_t> doomed;
    std::atomic<pid_t> parent;
    std::atomic<int> watched;
    std::atomic<int> waiting;
    std::atomic<int> survivors;
    std::atomic<int> told; ///< the watcher's flag
    Time killed;
    Time killed_at; ///< the same by the clock of the records, since 1970
    Time pipe;
    Time ended;
    Time parent_ended;
    Survivor survivor[most_ranks];
};

double now(clockid_t clock = CLOCK_MONOTONIC) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void stamp(Time &time) {
    if (time == 0.0) time = now();
}

[[noreturn]] void fail(const char *what) {
    std::perror(what);
    std::exit(EXIT_FAILURE);
}

Shared &map(const char *path) {
    const int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) fail(path);
    void *place = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) fail(path);
    close(file);
    return *static_cast<Shared *>(place);
}

int open_process(pid_t process) {
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
    if (descriptor < 0) fail("pidfd_open");
    return descriptor;
}

void watch(const char *pipe, Shared &shared) {
    const int reading = open(pipe, O_RDONLY | O_NONBLOCK);
    if (reading < 0) fail(pipe);
    while (shared.parent == 0)
        usleep(1000);
    std::array<pollfd, 3> ends{{{reading, POLLIN, 0},
                                {open_process(shared.doomed), POLLIN, 0},
                                {open_process(shared.parent), POLLIN, 0}}};
    const std::array<Time *, 3> times{&shared.pipe, &shared.ended, &shared.parent_ended};
    shared.watched = 1;
    while (shared.ended == 0.0 || shared.parent_ended == 0.0) {
        if (poll(ends.data(), ends.size(), -1) < 0) fail("poll");
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i].revents == 0) continue;
            stamp(*times[i]);
            if (times[i] == &shared.ended) shared.told = 1;
            ends[i].fd = -1;
        }
    }
}

Shared *progress_shared = nullptr;
Survivor *own = nullptr;
const void *const *failed_group = nullptr; ///< Open MPI makes a new one at each failure
const void *group_before = nullptr;

int look() {
    if (progress_shared->told != 0) stamp(own->flag);
    if (failed_group != nullptr && *failed_group != group_before) stamp(own->counted);
    return 0;
}

#ifdef BENCH_HAS_PMIX
void take_event(std::size_t /*handler*/, pmix_status_t /*status*/, const pmix_proc_t * /*source*/,
                pmix_info_t * /*info*/, std::size_t /*infos*/, pmix_info_t * /*results*/,
                std::size_t /*count*/, pmix_event_notification_cbfunc_fn_t done, void *data) {
    stamp(own->event);
    if (done != nullptr) done(PMIX_EVENT_NO_ACTION_TAKEN, nullptr, 0, nullptr, nullptr, data);
}

void ask_for_events() {
    const auto ask = reinterpret_cast<decltype(&PMIx_Register_event_handler)>(
        dlsym(RTLD_DEFAULT, "PMIx_Register_event_handler"));
    if (ask == nullptr) return;
    static std::array<pmix_status_t, 3> codes{PMIX_ERR_PROC_ABORTED, PMIX_ERR_PROC_ABORTED_BY_SIG,
                                              PMIX_ERR_PROC_TERM_WO_SYNC};
    static pmix_info_t first{};
    std::string_view(PMIX_EVENT_HDLR_FIRST).copy(first.key, PMIX_MAX_KEYLEN);
    first.value.type = PMIX_BOOL;
    first.value.data.flag = true;
    static_cast<void>(ask(codes.data(), codes.size(), &first, 1, take_event, nullptr, nullptr));
}
#else
void ask_for_events() {}
#endif

void look_from_progress(Shared &shared, int rank) {
    progress_shared = &shared;
    own = &shared.survivor[rank];
    failed_group =
        static_cast<const void *const *>(dlsym(RTLD_DEFAULT, "ompi_group_all_failed_procs"));
    if (failed_group != nullptr) group_before = *failed_group;
    using Register = int (*)(int (*)());
    const auto add = reinterpret_cast<Register>(dlsym(RTLD_DEFAULT, "opal_progress_register"));
    if (add == nullptr || add(look) != 0) fail("bench_detection: this MPI's progress is unknown");
    ask_for_events();
}

int allreduce() {
    const int one = 1;
    int sum = 0;
    return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

[[noreturn]] void die(const char *pipe, Shared &shared, int survivors) {
    if (open(pipe, O_WRONLY | O_CLOEXEC) < 0) fail(pipe);
    shared.survivors = survivors;
    shared.doomed = getpid();
    shared.parent = getppid();
    while (shared.watched == 0 || shared.waiting < survivors)
        usleep(100);
    usleep(20000 + std::random_device{}() % 100000);
    shared.killed_at = now(CLOCK_REALTIME);
    shared.killed = now();
    static_cast<void>(std::raise(SIGKILL));
    std::abort();
}

void run(bool mpix, const char *pipe, Shared &shared) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2 || size > most_ranks) fail("bench_detection: 2 to 1024 ranks");
    if (mpix) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    look_from_progress(shared, rank);
    for (int round = 0; round < rounds_before; ++round)
        allreduce();
    if (rank == size - 1) die(pipe, shared, size - 1);
    ++shared.waiting;
    allreduce();
    stamp(shared.survivor[rank].call);
    if (mpix) { // the others may wait for this one
        MPIX_Comm_revoke(MPI_COMM_WORLD);
        MPI_Comm rest = MPI_COMM_NULL;
        MPIX_Comm_shrink(MPI_COMM_WORLD, &rest);
        MPI_Barrier(rest);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    // The progress engine may look once more within MPI_Finalize: what it looks at stays.
}

/// The first, and when all had it, in milliseconds after the death.
void print(const char *name, const Shared &shared, Time Survivor::*time) {
    std::vector<double> times;
    for (int i = 0; i < shared.survivors; ++i)
        if (const double at = shared.survivor[i].*time; at != 0.0)
            times.push_back((at - shared.killed) * 1e3);
    if (times.empty()) return;
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    std::printf(", \"%s, first\": %.4f, \"%s, all\": %.4f", name, *first, name, *last);
}

void report(const Shared &shared) {
    const double killed = shared.killed;
    std::printf("{\"killed\": %.6f, \"pipe\": %.4f, \"rank ended\": %.4f, \"parent ended\": %.4f",
                shared.killed_at.load(), (shared.pipe - killed) * 1e3,
                (shared.ended - killed) * 1e3, (shared.parent_ended - killed) * 1e3);
    print("flag", shared, &Survivor::flag);
    print("event", shared, &Survivor::event);
    print("counted", shared, &Survivor::counted);
    print("call", shared, &Survivor::call);
    std::printf("}\n");
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    if (argc == 3 && mode == "report") {
        report(map(argv[2]));
        return 0;
    }
    const bool is_known = mode == "watch" || mode == "plain" || mode == "mpix";
    if (argc != 4 || !is_known)
        fail("usage: bench_detection watch|plain|mpix PIPE FILE | report FILE");
    Shared &shared = map(argv[3]);
    if (mode == "watch") {
        watch(argv[2], shared);
        return 0;
    }
    MPI_Init(&argc, &argv);
    run(mode == "mpix", argv[2], shared);
    MPI_Finalize();
    return 0;
}
