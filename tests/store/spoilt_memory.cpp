// What rank 0 has stored is spoilt in the memory of all others, and it dies: who asks for it is
// told so, and gets nothing. Of parity in pairs: what the other one keeps is what rank 0 has
// stored, too.
//
//     spoilt_memory WHERE

#include "survivors.hpp"

#include <closeranks_store.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <span>

using namespace survivors;

namespace {

constexpr int length = 3000;

int element(int rank, int i) { return rank * 1000003 + i * 7919; }

/// Everything that this process may write to.
std::vector<std::span<std::byte>> own_memory() {
    std::vector<std::span<std::byte>> all;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        unsigned long begin = 0;
        unsigned long end = 0;
        char rights[5] = {};
        if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, rights) != 3) continue;
        if (std::string_view(rights) != "rw-p") continue; // not what is shared with others
        all.emplace_back(reinterpret_cast<std::byte *>(begin), end - begin);
    }
    return all;
}

/// Changes a byte wherever elements of `rank` are.
int spoil(int rank) {
    std::vector<int> pattern(16);
    for (int i = 0; i < 16; ++i)
        pattern[at(i)] = element(rank, 1000 + i);
    const auto sought = std::as_bytes(std::span(pattern));
    int found = 0;
    for (const std::span<std::byte> memory : own_memory())
        for (auto place = memory.begin();;) {
            place = std::search(place, memory.end(), sought.begin(), sought.end());
            if (place == memory.end()) break;
            if (&*place != sought.data()) {
                *place ^= std::byte{4};
                ++found;
            }
            ++place;
        }
    return found;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "spoilt_memory");
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, argc > 1 ? argv[1] : "buddy", &store);
    std::vector<int> data(length);
    for (int i = 0; i < length; ++i)
        data[at(i)] = element(p.rank, i);
    closeranks_store_member(store, 0, data.data(), length, MPI_INT);
    p.check(closeranks_store_commit(store, 1) == MPI_SUCCESS, "the first checkpoint");
    int found = p.rank == 0 ? 0 : spoil(0);
    int all_found = 0;
    MPI_Allreduce(&found, &all_found, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    p.check(all_found == 1, "%d copies were spoilt", all_found);
    MPI_Barrier(MPI_COMM_WORLD); // here rank 0 dies
    MPI_Count got = 0;
    std::vector<int> whole(length, untouched);
    int code = closeranks_store_restore_from(store, 0, 0, whole.data(), length, MPI_INT, &got);
    p.check(code == CLOSERANKS_ERR_STORAGE && got == 0, "spoilt: %d", code);
    p.check(whole == std::vector<int>(length, untouched), "something was restored");
    p.check(std::strstr(closeranks_store_explain(store), "not what was stored") != nullptr, "%s",
            closeranks_store_explain(store));
    code = closeranks_store_restore_from(store, 1, 0, whole.data(), length, MPI_INT, &got);
    p.check(code == MPI_SUCCESS && whole[at(length - 1)] == element(1, length - 1), "rank 1: %d",
            code);
    closeranks_store_free(&store);
    return p.finish();
}
