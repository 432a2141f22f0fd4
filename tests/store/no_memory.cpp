// A checkpoint for which one rank has no memory fails for all, and says how much it takes; the one
// before is there, and when there is room again so is the next one.
//
//     no_memory WHERE

#include "limited_memory.hpp"
#include "survivors.hpp"

#include <closeranks_store.h>

#include <cstring>

using namespace survivors;

namespace {

constexpr int length = 16 << 20; // 64 MiB

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "no_memory");
    const std::string where = argc > 1 ? argv[1] : "buddy";
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, where.c_str(), &store);
    std::vector<int> data(length, p.rank + 1);
    closeranks_store_member(store, 0, data.data(), 1000, MPI_INT);
    int code = closeranks_store_commit(store, 1);
    p.check(code == MPI_SUCCESS, "the first one: %s", closeranks_store_explain(store));
    closeranks_store_member(store, 0, data.data(), length, MPI_INT);
    // Neither for its own data, nor, in the second round, for what it is to hold.
    for (const rlim_t more : {rlim_t{20} << 20U, rlim_t{90} << 20U}) {
        if (p.rank == 1) limit_memory(more);
        code = closeranks_store_commit(store, 2);
        if (p.rank == 1) limit_memory(RLIM_INFINITY);
        p.check(code == MPI_ERR_NO_MEM, "without memory: %d", code);
        const std::string why = closeranks_store_explain(store);
        const long long own = 4LL * length;
        const long long all = where == "buddy" ? 2 * own : own + own / 3;
        p.check(p.rank != 1 || why.find(std::to_string(all) + " bytes") != std::string::npos,
                "how much it takes: %s", why.c_str());
        long long newest = -1;
        closeranks_store_newest(store, &newest);
        p.check(newest == 1, "the newest is %lld", newest);
        std::fill_n(data.begin(), 1000, -7);
        code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
        p.check(code == MPI_SUCCESS, "restored: %s", closeranks_store_explain(store));
        p.check(data[0] == p.rank + 1 && data[999] == p.rank + 1, "the values");
    }
    data[5] = 4711;
    code = closeranks_store_commit(store, 2);
    p.check(code == MPI_SUCCESS, "with memory: %s", closeranks_store_explain(store));
    MPI_Count got = 0;
    std::vector<int> other(length);
    const int next = (p.rank + 1) % p.size;
    closeranks_store_restore_from(store, next, 0, other.data(), length, MPI_INT, &got);
    p.check(got == length && other[5] == 4711 && other[6] == next + 1, "of the next rank");
    closeranks_store_free(&store);
    return p.finish();
}
