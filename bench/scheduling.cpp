// Whether the operating system leaves processes out that are ready to run: for how long, on each of
// the first two cores, one that computes a little and sleeps a little was not let on, beside
// another process with threads that sleep and wake often and threads that never rest
// (docs/developers/testing.md). There is no MPI in it.
//
//     bench_scheduling SLEEPERS MICROSECONDS SPINNERS SECONDS

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

void compute(int rounds) {
    volatile int sum = 0;
    for (int i = 0; i < rounds; ++i)
        sum = sum + i;
}

[[noreturn]] void sleep_and_wake(std::chrono::microseconds nap) {
    for (;;) {
        std::this_thread::sleep_for(nap);
        compute(3000);
    }
}

// As the MPI waits with more ranks than cores.
[[noreturn]] void spin() {
    for (;;) {
        compute(1000);
        std::this_thread::yield();
    }
}

// In a session of its own, as each job of a shell is: the kernel shares out time among sessions.
[[noreturn]] void load(int sleepers, std::chrono::microseconds nap, int spinners) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL); // it ends with the program, whatever ends that
    for (int i = 0; i < sleepers; ++i)
        std::thread(sleep_and_wake, nap).detach();
    for (int i = 0; i < spinners; ++i)
        std::thread(spin).detach();
    for (;;)
        pause();
}

[[noreturn]] void look(int core, std::chrono::seconds length) {
    setsid();
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
    Clock::duration longest{};
    const Clock::time_point begin = Clock::now();
    for (Clock::time_point last = begin; last - begin < length;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        compute(1'000'000);
        const Clock::time_point now = Clock::now();
        longest = std::max(longest, now - last);
        last = now;
    }
    std::printf("core %d: left out for at most %.3f s\n", core,
                std::chrono::duration<double>(longest).count());
    std::fflush(stdout);
    _exit(0);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 5) {
        std::fprintf(stderr, "bench_scheduling SLEEPERS MICROSECONDS SPINNERS SECONDS\n");
        return 2;
    }
    const auto number = [argv](int i) { return std::stoi(argv[i]); };
    const pid_t loading = fork();
    if (loading == 0) load(number(1), std::chrono::microseconds(number(2)), number(3));
    for (int core = 0; core < 2; ++core)
        if (fork() == 0) look(core, std::chrono::seconds(number(4)));
    for (int core = 0; core < 2; ++core)
        wait(nullptr);
    kill(loading, SIGKILL);
    return 0;
}
