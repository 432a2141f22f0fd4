// What a rank gave to a root, in a call that returned, is not lost when it dies: in rounds that
// take a while, nobody runs ahead of a root that is slower than the others
// (docs/developers/commit.md, "Pace").
//
//     contributions [--die RANK]...

#include "survivors.hpp"

#include <chrono>
#include <thread>

using namespace survivors;

namespace {

constexpr int root = 0;
constexpr int rounds = 40;
constexpr int rounds_of_the_dying = 25;

void work(const Program &p) {
    using namespace std::chrono_literals;
    std::this_thread::sleep_for(p.rank == root ? 8ms : 2ms);
}

/// Each round everybody gives `number` to a sum and to a block of its own. Returns, at the root,
/// how often which rank's block came.
std::vector<int> run(Program &p, int first, int last, long &sum) {
    std::vector<int> came(at(p.size), 0);
    for (int round = first; round < last; ++round) {
        work(p);
        const long mine = round + 1;
        long total = 0;
        MPI_Reduce(&mine, &total, 1, MPI_LONG, MPI_SUM, root, MPI_COMM_WORLD);
        sum += total;
        std::vector<int> blocks(at(p.size), untouched);
        MPI_Gather(&round, 1, MPI_INT, blocks.data(), 1, MPI_INT, root, MPI_COMM_WORLD);
        for (int r = 0; r < p.size; ++r)
            came[at(r)] += blocks[at(r)] == round ? 1 : 0;
    }
    return came;
}

/// 1 + 2 + ... + n
constexpr long sum_to(long n) { return n * (n + 1) / 2; }

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "contributions");
    long sum = 0;
    std::vector<int> came = run(p, 0, rounds_of_the_dying, sum);
    p.deaths();
    const std::vector<int> later = run(p, rounds_of_the_dying, rounds, sum);
    if (p.rank == root) {
        std::vector<int> expected(at(p.size));
        for (int r = 0; r < p.size; ++r) {
            came[at(r)] += later[at(r)];
            expected[at(r)] = p.is_missing(r) ? rounds_of_the_dying : rounds;
        }
        p.check_equal(came, expected, "blocks of each rank");
        const long all = sum_to(rounds) * (p.size - p.count_missing()) +
                         sum_to(rounds_of_the_dying) * p.count_missing();
        p.check(sum == all, "the sum is %ld, not %ld", sum, all);
    }
    return p.finish();
}
