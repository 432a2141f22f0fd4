// A window on the memory of devices is the MPI's own, and the program is told.

#include "judge.hpp"

int main(int argc, char **argv) {
    Judge j(argc, argv);
    device::begin();
    const Longs memory(std::vector<long>{1, 2});
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    // This MPI refuses it; with device memory at some ranks only it would hang (Open MPI 5.0.7,
    // each rank chooses an `osc` component for itself). Where it does not, nobody but it touches
    // that.
    MPI_Win win = MPI_WIN_NULL;
    const int code = MPI_Win_create(memory.at(), 2 * sizeof(long), sizeof(long), MPI_INFO_NULL,
                                    MPI_COMM_WORLD, &win);
    if (code == MPI_SUCCESS) MPI_Win_free(&win);
    j.check(memory.get() == std::vector<long>{1, 2}, "the memory has changed");
    return j.finish();
}
