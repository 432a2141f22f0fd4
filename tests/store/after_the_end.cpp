// A store that ends after MPI_Finalize, as an object of main does.
#include <closeranks/store.hpp>

#include <mpi.h>

#include <cstdio>
#include <span>
#include <vector>

namespace {

void run() {
    MPI_Init(nullptr, nullptr);
    closeranks::Store store(MPI_COMM_WORLD, "buddy");
    std::vector<int> numbers(3, 1);
    store.member(0, std::span(numbers));
    store.commit(1);
    MPI_Finalize();
}

} // namespace

int main() {
    run();
    std::printf("ok: after_the_end\n");
    return 0;
}
