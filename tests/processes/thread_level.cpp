// The level of thread support stays what MPI_Init made it: the MPI's own threads rely on it, too.

#include "survivors.hpp"

using namespace survivors;

int main(int argc, char **argv) {
    Program p(argc, argv, "thread_level");
    // What Open MPI's MPI_Init asks for.
    const char *const wanted = std::getenv("OMPI_MPI_THREAD_LEVEL");
    int level = -1;
    MPI_Query_thread(&level);
    p.check(wanted != nullptr && level == std::atoi(wanted), "MPI_Query_thread tells %d, not %s",
            level, wanted);
    return p.finish();
}
