#pragma once

#include <mpi.h>

#include <chrono>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

/// What the programs of this folder share. They know nothing of closeranks, and check each value:
/// an error ends the job.

namespace checks {

[[gnu::format(printf, 1, 2)]] inline void wrong(const char *format, ...) {
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::va_list arguments;
    va_start(arguments, format);
    std::fprintf(stderr, "wrong: rank %d: ", rank);
    std::vfprintf(stderr, format, arguments);
    std::fprintf(stderr, "\n");
    va_end(arguments);
    MPI_Abort(MPI_COMM_WORLD, 3);
    std::abort();
}

inline void check(bool right, const char *what) {
    if (!right) wrong("%s", what);
}

template <typename T>
void same(const std::vector<T> &is, const std::vector<T> &should, const char *what) {
    for (std::size_t i = 0; i < should.size(); ++i)
        if (!(is[i] == should[i]))
            wrong("%s: element %zu of %zu is %g, not %g", what, i, should.size(),
                  static_cast<double>(is[i]), static_cast<double>(should[i]));
}

/// A planned death of one process of the job: CHECKS_DIE=PROCESS:STEP:MICROSECONDS says which one,
/// at which call of step(), and how long after it. Several are separated by blanks.
inline void step() {
    static int steps = 0;
    ++steps;
    const char *const plan = std::getenv("CHECKS_DIE");
    const char *const process = std::getenv("PMIX_RANK");
    if (plan == nullptr || process == nullptr) return;
    std::istringstream deaths(plan);
    for (std::string death; deaths >> death;) {
        int who = -1;
        int when = -1;
        int later = 0;
        if (std::sscanf(death.c_str(), "%d:%d:%d", &who, &when, &later) != 3) std::abort();
        if (who != std::atoi(process) || when != steps) continue;
        if (later == 0) std::raise(SIGKILL);
        std::thread([later] {
            std::this_thread::sleep_for(std::chrono::microseconds(later));
            kill(getpid(), SIGKILL);
        }).detach();
    }
}

inline int rank_in(MPI_Comm comm) {
    int rank = -1;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

inline int size_of(MPI_Comm comm) {
    int size = -1;
    MPI_Comm_size(comm, &size);
    return size;
}

} // namespace checks
