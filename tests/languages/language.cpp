// The same program in every language: a broadcast, a sum and a ring, six times; rank 1 dies in the
// third sum. In C++, with a reduction operator that is a C++ function.
#include <mpi.h>

#include <algorithm>
#include <iostream>
#include <vector>

namespace {

template <typename Element> void add(void *in, void *inout, int *count, MPI_Datatype *) {
    const auto *a = static_cast<const Element *>(in);
    auto *b = static_cast<Element *>(inout);
    std::transform(a, a + *count, b, b, [](Element x, Element y) { return x + y; });
}

} // namespace

int main(int argc, char **argv) {
    int rank = 0;
    int size = 0;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op plus = MPI_OP_NULL;
    MPI_Op_create(add<int>, 1, &plus);
    for (int round = 1; round <= 6; round++) {
        std::vector<int> values(3, rank == 0 ? 100 * round : -1);
        MPI_Bcast(values.data(), 3, MPI_INT, 0, MPI_COMM_WORLD);
        if (values != std::vector<int>(3, 100 * round)) wrong++;

        const int mine = 1 << rank;
        const int all = (1 << size) - 1;
        int sum = 0;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, plus, MPI_COMM_WORLD);
        if (sum != (round < 3 ? all : all - 2)) wrong++;

        const int left = (rank + size - 1) % size;
        const int right = (rank + 1) % size;
        int got = -1;
        MPI_Status status;
        MPI_Sendrecv(&rank, 1, MPI_INT, right, round, &got, 1, MPI_INT, left, round, MPI_COMM_WORLD,
                     &status);
        if (got != (left == 1 && round >= 3 ? -1 : left)) wrong++;
        if (status.MPI_SOURCE != (got < 0 ? MPI_PROC_NULL : left)) wrong++;
    }
    MPI_Op_free(&plus);
    MPI_Finalize();
    if (wrong != 0)
        std::cout << "wrong: " << wrong << " values" << std::endl;
    else
        std::cout << "ok: language" << std::endl;
    return wrong != 0 ? 1 : 0;
}
