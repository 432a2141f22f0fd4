#pragma once

#include "survivors.hpp"

#include <utility>

/// Notes the errors that the library raises at the program, for tests that ask by which handler
/// and on which communicator.
namespace survivors {

struct NotedError {
    int times = 0;
    int error_class = MPI_SUCCESS;
    MPI_Comm comm = MPI_COMM_NULL;
};
inline NotedError noted;

inline int class_of(int code) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    return error_class;
}

/// An error handler.
inline void note_error(MPI_Comm *comm, int *code, ...) {
    ++noted.times;
    noted.comm = *comm;
    noted.error_class = class_of(*code);
}

/// The call returned `code`, which has to be of that class. An error has to have called the
/// handler of `comm` once; a success, never.
inline void expect(Program &p, MPI_Comm comm, const char *what, int code, int error_class) {
    const NotedError was = std::exchange(noted, {});
    p.check(class_of(code) == error_class, "%s returns class %d, not %d", what, class_of(code),
            error_class);
    const int times = error_class == MPI_SUCCESS ? 0 : 1;
    p.check(was.times == times, "%s calls the handler %d times, not %d", what, was.times, times);
    if (was.times == 0) return;
    p.check(was.error_class == error_class, "%s tells the handler of class %d", what,
            was.error_class);
    p.check(was.comm == comm, "%s calls the handler for another communicator", what);
}

} // namespace survivors
