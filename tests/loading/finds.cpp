// A program that is not linked with MPI: it opens a library and looks up what it calls, as
// foreign-function layers do. Five sums, in the third of which rank 1 dies, unless closeranks is
// not there. Usage: finds LIBRARY [MODE], MODE of dlopen: local (the default), global or deep.

#include <mpi.h> // for types alone

#include <cstdio>
#include <cstdlib>
#include <string>

#include <dlfcn.h>

namespace {

void *library = nullptr;

[[noreturn]] void give_up() {
    std::printf("wrong: %s\n", dlerror());
    std::exit(EXIT_FAILURE);
}

/// What the library has by this name.
template <typename Thing> Thing *find(const char *name) {
    void *const found = dlsym(library, name);
    if (found == nullptr) give_up();
    return reinterpret_cast<Thing *>(found);
}

int mode_of(const std::string &word) {
    if (word == "global") return RTLD_NOW | RTLD_GLOBAL;
    if (word == "deep") return RTLD_NOW | RTLD_DEEPBIND;
    return RTLD_NOW | RTLD_LOCAL;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    library = dlopen(argv[1], mode_of(argc > 2 ? argv[2] : "local"));
    if (library == nullptr) give_up();
    const auto get_size = find<decltype(PMPI_Comm_size)>("PMPI_Comm_size");
    const auto sum = find<decltype(MPI_Allreduce)>("MPI_Allreduce");
    const auto world = find<ompi_communicator_t>("ompi_mpi_comm_world");
    const auto type = find<ompi_datatype_t>("ompi_mpi_long");
    const auto plus = find<ompi_op_t>("ompi_mpi_op_sum");

    int rank = 0;
    int size = 0;
    bool wrong = false;
    find<decltype(MPI_Init)>("MPI_Init")(&argc, &argv);
    find<decltype(MPI_Comm_rank)>("MPI_Comm_rank")(world, &rank);
    get_size(world, &size);
    for (int round = 1; round <= 5; ++round) {
        const long mine = 1L << rank;
        const long everybody = (1L << size) - 1;
        long total = 0;
        sum(&mine, &total, 1, type, plus, world);
        // Rank 1 has returned from the second sum, but no survivor need have: they may repeat it.
        if (total == everybody || (round >= 2 && total == everybody - 2)) continue;
        std::printf("wrong: round %d: %lx\n", round, static_cast<unsigned long>(total));
        wrong = true;
    }
    find<decltype(MPI_Finalize)>("MPI_Finalize")();
    if (!wrong) std::printf("ok: finds\n");
    return wrong ? 1 : 0;
}
