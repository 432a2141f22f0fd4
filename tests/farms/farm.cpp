// closeranks/farm.hpp.
//   farm interface       without failures: values of several kinds and sizes, exceptions, several
//   farms
//
//   farm poison N FOLDER       a task that kills the first N workers that get it
//
//   farm COUNT SCALE           tasks of 0.1 to 100 ms, times SCALE, as tasks.py has them
#include <closeranks/farm.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace {

void check(bool is_right, const char *what) {
    if (is_right) return;
    std::cerr << "farm.cpp: " << what << std::endl;
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void check_strings() {
    closeranks::Farm<std::string, std::string> farm(MPI_COMM_WORLD, [](const std::string &text) {
        return std::string(text.rbegin(), text.rend());
    });
    if (farm.is_master()) {
        const std::vector<std::size_t> sizes{0, 1, 3999, 4000, 4001, 5'000'000};
        for (const std::size_t size : sizes)
            farm.deal(std::string(size, 'b') + "a");
        std::vector<int> seen(sizes.size());
        while (const auto outcome = farm.collect()) {
            check(*outcome->result == "a" + std::string(sizes.at(outcome->task), 'b'), "a string");
            ++seen.at(outcome->task);
        }
        check(seen == std::vector<int>(sizes.size(), 1), "each string once");
        check(!farm.collect(), "there is no more");
        check(farm.deal("more") == sizes.size() && *farm.collect()->result == "erom", "one more");
        farm.deal("nobody collects this");
    }
    farm.finish();
    farm.finish();
}

void check_vectors_and_exceptions() {
    closeranks::Farm<std::vector<double>, double> farm(
        MPI_COMM_WORLD, [](const std::vector<double> &values) {
            if (values.empty()) throw std::runtime_error("there are no values");
            return std::accumulate(values.begin(), values.end(), 0.0);
        });
    if (!farm.is_master()) return; // the destructor works
    for (int size = 0; size < 1000; ++size)
        farm.deal(std::vector<double>(static_cast<std::size_t>(size), 0.5));
    int failed = 0;
    while (const auto outcome = farm.collect()) {
        if (outcome->state == closeranks::Outcome<double>::State::failed) {
            check(outcome->task == 0 && outcome->why == "there are no values", "an exception");
            ++failed;
        } else {
            check(*outcome->result == 0.5 * static_cast<double>(outcome->task), "a sum");
        }
    }
    check(failed == 1, "one has failed");
}

void check_another_master() {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks::FarmOptions options;
    options.master = size - 1;
    closeranks::Farm<int, int> farm(
        MPI_COMM_WORLD, [](int value) { return -value; }, options);
    if (farm.is_master()) {
        for (int value = 0; value < 100; ++value)
            farm.deal(value);
        int sum = 0;
        while (const auto outcome = farm.collect())
            sum += *outcome->result;
        check(sum == -4950, "the last rank as master");
        check(farm.workers() == size - 1, "all are there");
    }
}

/// Of 50 tasks number 7 kills the first `deaths` workers that get it, whichever these are: each of
/// them leaves a file in `folder`. All others are done.
void poison(int deaths, const std::string &folder) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks::Farm<int, int> farm(MPI_COMM_WORLD, [&](int value) {
        for (int death = 0; value == 7 && rank != 0 && death < deaths; ++death)
            if (open((folder + "/" + std::to_string(death)).c_str(), O_CREAT | O_EXCL, 0600) >= 0)
                _exit(5);
        return -value;
    });
    if (farm.is_master()) {
        for (int value = 0; value < 50; ++value)
            farm.deal(value);
        int done = 0;
        while (const auto outcome = farm.collect()) {
            if (outcome->state == closeranks::Outcome<int>::State::given_up)
                std::printf("given up %s\n", outcome->why.c_str());
            else
                done += *outcome->result == -static_cast<int>(outcome->task);
        }
        std::printf("done %d\nworkers %d\n", done, farm.workers());
    }
    farm.finish();
}

/// Of 50 tasks number 7 takes a hundred seconds, where half of one is allowed.
void slow() {
    closeranks::FarmOptions options;
    options.timeout = 0.5;
    closeranks::Farm<int, int> farm(
        MPI_COMM_WORLD,
        [](int value) {
            std::this_thread::sleep_for(value == 7 ? std::chrono::seconds(100)
                                                   : std::chrono::seconds(0));
            return -value;
        },
        options);
    if (farm.is_master()) {
        for (int value = 0; value < 50; ++value)
            farm.deal(value);
        int done = 0;
        while (const auto outcome = farm.collect()) {
            if (outcome->state == closeranks::Outcome<int>::State::too_long)
                std::printf("late %s\n", outcome->why.c_str());
            else
                done += *outcome->result == -static_cast<int>(outcome->task);
        }
        std::printf("done %d\nworkers %d\n", done, farm.workers());
    }
    farm.finish();
}

double seconds_of(int task) {
    std::mt19937 draw(static_cast<unsigned>(task));
    return std::exp(std::uniform_real_distribution<>(std::log(1e-4), std::log(0.1))(draw));
}

void tasks(int count, double scale) {
    closeranks::Farm<int, double> farm(MPI_COMM_WORLD, [scale](int task) {
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds_of(task) * scale));
        return std::sqrt(task);
    });
    if (farm.is_master()) {
        const auto begin = std::chrono::steady_clock::now();
        for (int task = 0; task < count; ++task)
            farm.deal(task);
        std::vector<int> times(static_cast<std::size_t>(count));
        int wrong = 0;
        while (const auto outcome = farm.collect()) {
            ++times.at(outcome->task);
            wrong += !outcome->result || *outcome->result != std::sqrt(outcome->task);
            if (!outcome->result) std::printf("no result: %s\n", outcome->why.c_str());
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        const auto none = std::count(times.begin(), times.end(), 0);
        const auto once = std::count(times.begin(), times.end(), 1);
        std::printf("results %d of %d, %d twice, %d wrong\n", count - static_cast<int>(none), count,
                    count - static_cast<int>(none + once), wrong);
        std::printf("workers %d\nseconds %.2f\n", farm.workers(), took.count());
    }
    farm.finish();
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "interface") {
        check_strings();
        check_vectors_and_exceptions();
        check_another_master();
        std::cout << "ok: farm" << std::endl;
    } else if (mode == "poison") {
        poison(std::atoi(argv[2]), argv[3]);
    } else if (mode == "slow") {
        slow();
    } else {
        tasks(std::atoi(argv[1]), std::atof(argv[2]));
    }
    MPI_Finalize();
    return 0;
}
