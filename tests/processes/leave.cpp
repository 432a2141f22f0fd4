// Ranks end in every way there is but MPI_Finalize; the others continue without them.

#include <mpi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace {

constexpr int rounds = 6;
constexpr int last_round = 3;

/// Ends this process in the named way; returns for a name that is none.
void leave(const std::string &how) {
    if (how == "exit0") std::exit(0);
    if (how == "exit1") std::exit(1);
    if (how == "_exit0") _exit(0);
    if (how == "_exit1") _exit(1);
    if (how == "abort") std::abort();
    if (how == "segv") std::raise(SIGSEGV);
    if (how == "term") std::raise(SIGTERM);
    if (how == "kill") std::raise(SIGKILL);
}

} // namespace

// usage: leave HOW RANK [HOW RANK]...
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    bool wrong = false;
    long leaving = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::string how;
    for (int i = 1; i + 1 < argc; i += 2) {
        const int leaver = std::atoi(argv[i + 1]);
        leaving |= 1L << leaver;
        if (leaver == rank) how = argv[i];
    }
    for (int round = 1; round <= rounds; round++) {
        const long mine = 1L << rank;
        const long all = (1L << size) - 1;
        const long expected = round <= last_round ? all : all & ~leaving;
        long sum = 0;
        MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        // Who leaves after the last round may have its result, and be gone, before others have
        // theirs.
        const long uncertain = round == last_round ? leaving : 0;
        if ((sum | uncertain) != expected) {
            std::printf("wrong: round %d: ranks %lx, not %lx\n", round, sum, expected);
            wrong = true;
        }
        if (round == last_round) leave(how);
    }
    MPI_Finalize();
    if (!wrong) std::printf("ok: leave\n");
    return wrong ? 1 : 0;
}
