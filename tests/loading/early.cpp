// A shared library that asks MPI before main: in a constructor and in the constructor of a static
// object, which the dynamic linker may call before those of closeranks.

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

namespace {

/// Calls what may be called at any time.
void ask(const char *who) {
    int initialized = -1;
    int finalized = -1;
    int version = 0;
    int subversion = 0;
    MPI_Initialized(&initialized);
    PMPI_Finalized(&finalized);
    MPI_Get_version(&version, &subversion);
    if (initialized != 0 || finalized != 0 || version < 3) {
        std::printf("wrong: %s: initialized %d, finalized %d, version %d\n", who, initialized,
                    finalized, version);
        std::exit(EXIT_FAILURE);
    }
    std::printf("early: %s\n", who);
}

[[gnu::constructor]] void in_constructor() { ask("constructor"); }

struct Asks {
    Asks() { ask("object"); }
} object;

} // namespace
