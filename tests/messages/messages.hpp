#pragma once

#include "survivors.hpp"

#include <unistd.h>

#include <utility>

namespace survivors {

/// Whether a missing peer is to be ignored or to raise an error: `--expect ignore|error`, as
/// CLOSERANKS_POLICY says.
inline bool expects_error(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; ++i)
        if (std::string(argv[i]) == "--expect") return std::string(argv[i + 1]) == "error";
    return false;
}

inline int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

/// MPIX_ERR_PROC_FAILED of Open MPI: the program does not need <mpi-ext.h> for one number.
constexpr int process_failed = 75;

/// How often the error handler of MPI_COMM_WORLD was called since last asked, and with what.
struct Raised {
    int times = 0;
    int error_class = MPI_SUCCESS;
};
inline Raised raised;

inline void note_error(MPI_Comm *, int *code, ...) {
    ++raised.times;
    raised.error_class = class_of(*code);
}

/// Errors of MPI_COMM_WORLD are counted and the calls return.
inline void count_errors() {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
}

/// The one error that a call has to have raised (MPI_SUCCESS: none), and to have returned.
inline void check_error(Program &program, const char *what, int code, int error_class) {
    const Raised was = std::exchange(raised, {});
    program.check(class_of(code) == error_class, "%s returns class %d, not %d", what,
                  class_of(code), error_class);
    const int times = error_class == MPI_SUCCESS ? 0 : 1;
    program.check(was.times == times, "%s raises %d errors, not %d", what, was.times, times);
    if (was.times > 0 && class_of(code) != MPI_ERR_IN_STATUS)
        program.check(was.error_class == error_class, "%s raises class %d, not %d", what,
                      was.error_class, error_class);
}

constexpr int mark = -77; ///< in MPI_ERROR of statuses that must keep it

inline MPI_Status marked() {
    MPI_Status status{};
    status.MPI_ERROR = mark;
    return status;
}

inline int count_of(const MPI_Status &status) {
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    return count;
}

inline void check_status(Program &program, const char *what, const MPI_Status &status, int source,
                         int tag, int count) {
    program.check(status.MPI_SOURCE == source && status.MPI_TAG == tag && count_of(status) == count,
                  "%s: status has source %d, tag %d, count %d, not %d, %d, %d", what,
                  status.MPI_SOURCE, status.MPI_TAG, count_of(status), source, tag, count);
    int cancelled = 1;
    MPI_Test_cancelled(&status, &cancelled);
    program.check(!cancelled, "%s: status says cancelled", what);
}

/// As of a receive from MPI_PROC_NULL.
inline void check_empty(Program &program, const char *what, const MPI_Status &status) {
    check_status(program, what, status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

/// Time for what was sent to arrive and for a death to be noticed.
inline void let_time_pass() { usleep(300000); }

} // namespace survivors
