// The time of a run of many ranks, by parts: the start, steps with and without deaths, and the end
// (bench/many starts this program and makes the table).
//
// A step is an Allreduce of one number. Ranks die one after another, at equal distances in number
// and in time, each as it comes to a step.
//
// usage: bench_many plain|mpix BEGIN STEPS DEATHS    BEGIN: of the run, as CLOCK_MONOTONIC counts

#include <mpi.h>

#include <mpi-ext.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

namespace {

double now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> times) {
    if (times.empty()) return 0;
    std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}

struct Plan {
    int steps = 0;
    int deaths = 0;
    [[nodiscard]] int step_of(int death) const { return (death + 1) * steps / (deaths + 1); }
    [[nodiscard]] int victim(int death, int size) const {
        return (death + 1) * size / (deaths + 1);
    }
    /// The death at this step; -1: none.
    [[nodiscard]] int death_at(int step) const {
        for (int death = 0; death < deaths; ++death)
            if (step_of(death) == step) return death;
        return -1;
    }
};

/// As a program with ULFM does it. Returns the step from which all continue: some may have
/// completed the one that failed at others.
int repair(MPI_Comm &comm, int step) {
    MPIX_Comm_revoke(comm);
    MPI_Comm fresh = MPI_COMM_NULL;
    int flag = MPIX_Comm_shrink(comm, &fresh) == MPI_SUCCESS ? 1 : 0;
    MPIX_Comm_agree(comm, &flag);
    if (flag == 0) std::abort();
    MPI_Comm_set_errhandler(fresh, MPI_ERRORS_RETURN);
    comm = fresh;
    int least = step;
    if (MPI_Allreduce(&step, &least, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        return repair(comm, step);
    return least;
}

struct Times {
    std::vector<double> calm;
    double with_deaths = 0; ///< all steps with a death, or with a call that failed, together
};

Times run(bool mpix, const Plan &plan) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm comm = MPI_COMM_WORLD;
    if (mpix) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (mpix) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    Times times;
    for (int step = 0; step < plan.steps; ++step) {
        const int death = plan.death_at(step);
        if (death >= 0 && rank == plan.victim(death, size)) static_cast<void>(std::raise(SIGKILL));
        const double begin = now();
        const int one = 1;
        int living = 0;
        const bool failed = MPI_Allreduce(&one, &living, 1, MPI_INT, MPI_SUM, comm) != MPI_SUCCESS;
        if (failed) step = repair(comm, step) - 1;
        const double took = now() - begin;
        if (failed || death >= 0)
            times.with_deaths += took;
        else
            times.calm.push_back(took);
    }
    return times;
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view mode = argc == 5 ? argv[1] : "";
    if (mode != "plain" && mode != "mpix") {
        std::fprintf(stderr, "usage: bench_many plain|mpix BEGIN STEPS DEATHS\n");
        return 2;
    }
    const double begin = std::atof(argv[2]);
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double started = now();
    const Times times = run(mode == "mpix", {std::atoi(argv[3]), std::atoi(argv[4])});
    const double done = now();
    MPI_Finalize();
    if (rank == 0)
        std::printf("{\"start\": %.6f, \"steps\": %.6f, \"step\": %.6f, \"with deaths\": %.6f, "
                    "\"finalize\": %.6f, \"over\": %.6f}\n",
                    started - begin, done - started, median(times.calm), times.with_deaths,
                    now() - done, now());
    return 0;
}
