// A task farm on closeranks/farm.hpp: in each task, the number below which has the longest Collatz
// chain.
//
// Workers may die: their tasks are given to other workers, and the results are the same.
//
// usage: pool [tasks [numbers in a task]]
#include <closeranks/farm.hpp>

#include <cstdio>
#include <cstdlib>

struct Task {
    long first, last;
};
struct Chain {
    long steps, start;
};

static long steps_from(long n) {
    long steps = 0;
    for (; n != 1; ++steps)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

static Chain longest(const Task &task) {
    Chain best{-1, 0};
    for (long n = task.first; n <= task.last; ++n)
        if (const long steps = steps_from(n); steps > best.steps) best = {steps, n};
    return best;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const long tasks = argc > 1 ? std::atol(argv[1]) : 100;
    const long numbers = argc > 2 ? std::atol(argv[2]) : 20000;
    {
        closeranks::Farm<Task, Chain> farm(MPI_COMM_WORLD, longest);
        if (farm.is_master()) {
            for (long task = 0; task < tasks; ++task)
                farm.deal({1 + task * numbers, (task + 1) * numbers});
            Chain best{-1, 0};
            long done = 0, sum = 0;
            while (const auto outcome = farm.collect()) {
                if (!outcome->result) continue; // outcome->why has the reason
                ++done;
                sum += outcome->result->steps;
                const Chain &chain = *outcome->result;
                if (chain.steps > best.steps ||
                    (chain.steps == best.steps && chain.start < best.start))
                    best = chain;
            }
            std::printf("tasks    %ld of %ld, %d workers left\n", done, tasks, farm.workers());
            std::printf("longest  %ld steps from %ld\nchecksum %ld\n", best.steps, best.start, sum);
        }
        farm.finish(); // the workers work inside this call
    }
    MPI_Finalize();
    return 0;
}
