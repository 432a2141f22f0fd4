// A member with more elements than an int can count.

#include "survivors.hpp"

#include <closeranks_store.h>

#include <sys/mman.h>

using namespace survivors;

int main(int argc, char **argv) {
    Program p(argc, argv, "large_member");
    constexpr int count = 257 << 20; // of 8 bytes
    // Its pages are not there: only the copy takes memory.
    void *const data = mmap(nullptr, std::size_t{count} * sizeof(double), PROT_READ,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, "buddy", &store);
    closeranks_store_member(store, 0, data, MPI_Count{count} * 8, MPI_BYTE);
    int code = closeranks_store_commit(store, 1);
    p.check(code == MPI_SUCCESS, "commit: %s", closeranks_store_explain(store));
    MPI_Count got = 0;
    code = closeranks_store_read(store, 1, 0, nullptr, 0, MPI_DOUBLE, &got);
    p.check(code == MPI_SUCCESS && got == count, "read: %d, %lld", code, got);
    code = closeranks_store_read(store, 1, 0, nullptr, 0, MPI_BYTE, &got);
    p.check(code == MPI_SUCCESS && got == MPI_Count{count} * 8, "bytes: %d, %lld", code, got);
    closeranks_store_free(&store);
    return p.finish();
}
