// Errors of the program in collectives that a hierarchical layout composes: each call returns the
// error and calls the program's own error handler, once.

#include "survivors.hpp"

#include <utility>

using namespace survivors;

namespace {

int times = 0;
int told = MPI_SUCCESS;

void note_error(MPI_Comm *comm, int *code, ...) {
    if (*comm == MPI_COMM_WORLD) ++times;
    MPI_Error_class(*code, &told);
}

/// No number with a fraction has bits to combine.
void check(Program &p, const char *what, int code) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    p.check(error_class == MPI_ERR_OP, "%s returns class %d", what, error_class);
    p.check(std::exchange(told, MPI_SUCCESS) == MPI_ERR_OP, "%s tells of another error", what);
    const int called = std::exchange(times, 0);
    p.check(called == 1, "%s calls the handler %d times", what, called);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "composed_errors");
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    const double mine = p.rank;
    for (int round = 0; round < 3; ++round) {
        double sum = -1;
        check(p, "MPI_Allreduce",
              MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
        check(p, "MPI_Reduce", MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_BOR, 0, MPI_COMM_WORLD));
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        p.check(sum == p.size * (p.size - 1) / 2.0, "a sum is %g", sum);
    }
    MPI_Errhandler_free(&handler);
    return p.finish();
}
