// A collective is pending on a communicator that the program has freed, and a rank dies that has
// not called it. The result lacks the rank, which is no secret: the policy */contribution=error
// makes it an error of the call that completes the collective. No error handler is left to be
// called.
//
//     freed_pending --die RANK

#include "survivors.hpp"

using namespace survivors;

namespace {

constexpr int process_failed = 75; // MPIX_ERR_PROC_FAILED of Open MPI
int told = 0;

void note_error(MPI_Comm *, int *, ...) { ++told; }

void check(Program &p, const char *what, MPI_Request *request) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(MPI_Wait(request, MPI_STATUS_IGNORE), &error_class);
    p.check(error_class == process_failed, "%s returns class %d", what, error_class);
    p.check(told == 0, "%s calls an error handler", what);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "freed_pending");
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm first = MPI_COMM_NULL;
    MPI_Comm second = MPI_COMM_NULL;
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Barrier(first);
    MPI_Barrier(second);
    const int mine = 1 << p.rank;
    int sum = 0;
    const std::vector<int> given(at(p.size), p.rank);
    std::vector<int> got(at(p.size), untouched);
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (!p.has_to_die()) {
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, first, &requests[0]);
        MPI_Ialltoall(given.data(), 1, MPI_INT, got.data(), 1, MPI_INT, second, &requests[1]);
        MPI_Comm_free(&first);
        MPI_Comm_free(&second);
    }
    p.deaths_when_all_are_here();
    check(p, "MPI_Iallreduce", &requests[0]);
    check(p, "MPI_Ialltoall", &requests[1]);
    for (int r = 0; r < p.size; ++r) {
        if (!p.is_missing(r)) p.check((sum & 1 << r) != 0, "the sum lacks rank %d", r);
        p.check(got[at(r)] == (p.is_missing(r) ? untouched : r), "%d from rank %d", got[at(r)], r);
    }
    MPI_Errhandler_free(&handler);
    return p.finish();
}
