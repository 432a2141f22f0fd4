// What a binary with the C++ bindings of Open MPI 4 does: two operators of its own and, when asked
// (`old throws`), exceptions in place of errors. Rank 1 dies in the third sum.

#include "old_bindings.hpp"

#include <cstdio>
#include <cstring>

namespace {

void add(const void *in, void *inout, int count) {
    for (int i = 0; i < count; ++i)
        static_cast<long *>(inout)[i] += static_cast<const long *>(in)[i];
}

void take_lower(const void *in, void *inout, int count) {
    for (int i = 0; i < count; ++i)
        if (static_cast<const long *>(in)[i] < static_cast<long *>(inout)[i])
            static_cast<long *>(inout)[i] = static_cast<const long *>(in)[i];
}

bool throws() {
    constexpr int nobody = 1000;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, throw_exceptions());
    try {
        MPI_Send(nullptr, 0, MPI_LONG, nobody, 0, MPI_COMM_WORLD);
    } catch (const OldException &error) {
        int error_class = MPI_SUCCESS;
        MPI_Error_class(error.code, &error_class);
        return error_class == MPI_ERR_RANK;
    }
    return false;
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    bool wrong = false;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op sum = make_operator(add);
    MPI_Op lowest = make_operator(take_lower);
    const bool dies = argc < 2;
    for (int round = 1; round <= 5; ++round) {
        const long mine[] = {1L << rank, 7};
        long total[] = {0, 0};
        long least = 0;
        MPI_Allreduce(mine, total, 2, MPI_LONG, sum, MPI_COMM_WORLD);
        MPI_Reduce(mine, &least, 1, MPI_LONG, lowest, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD); // all have the sum, and nobody repeats it, when rank 1 dies
        const bool missing = dies && round >= 3;
        const long everybody = (1L << size) - 1 - (missing ? 2 : 0);
        wrong |= total[0] != everybody || total[1] != 7L * (missing ? size - 1 : size) ||
                 (rank == 0 && least != 1);
    }
    if (argc > 1 && std::strcmp(argv[1], "throws") == 0) wrong |= !throws();
    MPI_Op_free(&sum);
    MPI_Op_free(&lowest);
    MPI_Finalize();
    std::printf(wrong ? "wrong: old\n" : "ok: old\n");
    return wrong ? 1 : 0;
}
