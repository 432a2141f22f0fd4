// Checkpoints that are begun and given up take no memory, and the last one is right.

#include "survivors.hpp"

#include <closeranks_store.h>

using namespace survivors;

namespace {

constexpr int length = 2 << 20; // 8 MiB

long resident_mebibytes() {
    long pages = 0;
    if (std::FILE *const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return pages * (getpagesize() >> 10) >> 10;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "given_up");
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, argc > 1 ? argv[1] : "buddy", &store);
    std::vector<int> data(length);
    closeranks_store_member(store, 0, data.data(), length, MPI_INT);
    long before = 0;
    for (int step = 1; step <= 20; ++step) {
        data.front() = data.back() = 100 * p.rank + step;
        const int code = closeranks_store_begin(store, step);
        p.check(code == MPI_SUCCESS, "begin: %d", code);
        if (step == 4) before = resident_mebibytes();
    }
    const long more = resident_mebibytes() - before;
    p.check(more < 64, "16 of 16 MiB take %ld MiB", more);
    int code = closeranks_store_complete(store);
    data.front() = data.back() = -7;
    if (code == MPI_SUCCESS) code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    const int right = 100 * p.rank + 20;
    p.check(code == MPI_SUCCESS && data.front() == right && data.back() == right, "the last one");
    closeranks_store_begin(store, 21); // ended with the store
    closeranks_store_free(&store);
    return p.finish();
}
