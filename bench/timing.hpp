// How the programs that time calls do it, and print it: JSON, one object for each call and size; ns
// per call as the median of several batches, with the least and the most.
//
// A batch is many calls in a row, and its time that of its slowest rank. So rooted operations may
// overlap with the next ones, as they do in programs, wherever the MPI lets them.

#ifndef CLOSERANKS_BENCH_TIMING_HPP
#define CLOSERANKS_BENCH_TIMING_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace bench {

/// What to time, from the arguments `[sizes in bytes, such as 4,256 [batches [milliseconds for
/// each]]]`.
struct Plan {
    std::vector<int> sizes;
    int batches = 9;
    double seconds = 0.01; ///< that a batch takes at least

    static Plan parse(int argc, char **argv, const char *sizes) {
        Plan plan;
        std::istringstream stream(argc > 1 ? argv[1] : sizes);
        for (std::string word; std::getline(stream, word, ',');)
            plan.sizes.push_back(std::atoi(word.c_str()));
        if (argc > 2) plan.batches = std::max(std::atoi(argv[2]), 1);
        if (argc > 3) plan.seconds = std::atof(argv[3]) / 1000;
        return plan;
    }
};

/// One of the calls to time. `Data` is what it works on.
template <typename Data> struct Call {
    const char *name;
    void (*run)(Data &);
    bool has_size = true;
    int messages = 1;                       ///< one run is so many of what is reported
    void (*before)(Data &) = [](Data &) {}; ///< what every batch starts with, outside of its time
};

template <typename Data> class Timing {
  public:
    explicit Timing(const Plan &plan) : plan_(plan) { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

    void measure(const Call<Data> &call, Data &data, int bytes) {
        const int runs = runs_for(call, data);
        std::vector<double> ns;
        for (int i = 0; i < plan_.batches; ++i)
            ns.push_back(batch(call, data, runs) * 1e9 / runs / call.messages);
        std::sort(ns.begin(), ns.end());
        if (rank_ != 0) return;
        std::printf("%s\n{\"call\": \"%s\", \"bytes\": %d, \"ns\": %.1f, \"min\": %.1f, "
                    "\"max\": %.1f, \"runs\": %d}",
                    separator_, call.name, call.has_size ? bytes : 0, ns[ns.size() / 2], ns.front(),
                    ns.back(), runs);
        separator_ = ",";
    }

    void end() const {
        if (rank_ == 0) std::printf("\n]\n");
    }

  private:
    static constexpr int limit = 1 << 20;

    /// Seconds that `runs` take at the slowest rank, the same number everywhere.
    static double batch(const Call<Data> &call, Data &data, int runs) {
        call.before(data);
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        for (int i = 0; i < runs; ++i)
            call.run(data);
        double seconds = MPI_Wtime() - begin;
        MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return seconds;
    }

    /// How many runs a batch takes. The quickest of three counts, for a process that had to wait
    /// for a core would make batches too short. Doubling warms everything up, too.
    int runs_for(const Call<Data> &call, Data &data) const {
        for (int runs = 1;; runs *= 2) {
            double least = batch(call, data, runs);
            for (int i = 0; i < 2 && least >= plan_.seconds; ++i)
                least = std::min(least, batch(call, data, runs));
            if (least >= plan_.seconds || runs >= limit) return runs;
        }
    }

    const Plan &plan_;
    int rank_ = 0;
    const char *separator_ = "[";
};

} // namespace bench

#endif
