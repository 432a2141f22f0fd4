// The root of a long MPI_Bcast dies when some have a part of the data already, for the last rank
// comes late. Under the policy `ignore` all survivors have all of it or none.
//
//     half_a_bcast --die 0

#include "survivors.hpp"

#include <chrono>
#include <thread>

using namespace survivors;

namespace {

constexpr int length = 1 << 22;
constexpr auto late = std::chrono::milliseconds(600);

/// How many elements the root's data are, or -1 when something else is among them.
int count_told(const std::vector<int> &data) {
    int told = 0;
    for (int i = 0; i < length; ++i) {
        if (data[at(i)] == value(1, 1, i))
            ++told;
        else if (data[at(i)] != untouched)
            return -1;
    }
    return told;
}

void bcast(Program &p, bool deadly) {
    std::vector<int> data(at(length), untouched);
    if (p.rank == 0)
        for (int i = 0; i < length; ++i)
            data[at(i)] = value(1, 1, i);
    if (deadly && p.rank == 0)
        std::thread([] {
            std::this_thread::sleep_for(late / 2);
            std::raise(SIGKILL);
        }).detach();
    if (deadly && p.rank == p.size - 1) std::this_thread::sleep_for(late);
    MPI_Bcast(data.data(), length, MPI_INT, 0, MPI_COMM_WORLD);
    if (deadly) p.deaths();

    const int told = count_told(data);
    p.check(told == 0 || told == length, "%d of %d elements are the root's", told, length);
    std::vector<int> all(at(p.size), untouched);
    MPI_Allgather(&told, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < p.size; ++r)
        p.check(all[at(r)] == (p.is_missing(r) ? untouched : told), "rank %d has %d elements", r,
                all[at(r)]);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "half_a_bcast");
    bcast(p, false);
    bcast(p, true);
    return p.finish();
}
