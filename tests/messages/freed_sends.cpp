// A process dies to which the others send long messages, whose requests they have freed. Open MPI
// may complete such a message twice, and the second completion looks like an error after which the
// job must end (tools/openmpi-patches/07-completed-twice.patch).

#include "survivors.hpp"

#include <chrono>
#include <dlfcn.h>
#include <thread>

namespace {

constexpr int length = 1 << 20;

/// Lets Open MPI say what it says at the second completion.
void complete_twice(survivors::Program &program) {
    using EndJob = void (*)(MPI_Comm * comm, int *code, ...);
    const auto end_job =
        reinterpret_cast<EndJob>(dlsym(RTLD_DEFAULT, "ompi_mpi_errors_are_fatal_comm_handler"));
    program.check(end_job != nullptr, "the MPI has no function that ends the job");
    for (const char *const text :
         {"Send error after request freed", "Recv error after request freed"}) {
        int code = MPI_ERR_REQUEST;
        end_job(nullptr, &code, text, nullptr);
    }
}

} // namespace

int main(int argc, char **argv) {
    survivors::Program program(argc, argv, "freed_sends");
    const int dead = argc > 2 ? std::atoi(argv[2]) : 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (program.rank == dead) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        program.deaths();
    }
    const std::vector<int> message(length, program.rank);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(message.data(), length, MPI_INT, dead, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    program.deaths(); // of the other one
    int sum = 0;
    MPI_Allreduce(&program.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    complete_twice(program);
    MPI_Allreduce(&program.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    program.check(sum == program.size * (program.size - 1) / 2 - dead, "the sum is %d", sum);
    return program.finish();
}
