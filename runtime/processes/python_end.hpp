#pragma once

#include <string>

namespace closeranks {

/// How the Python interpreter of this process ends, if it is one that runs the program.
///
/// An interpreter that ends by an uncaught exception comes to MPI_Finalize all the same, for mpi4py
/// calls that at its very end (Py_AtExit). There this rank would wait for the others, and these
/// wait for what it has not done. By then no Python code can run any more. So an audit hook
/// (PEP 578, Python 3.8) hears of the exception before: the interpreter reports each one that no
/// code has caught as the event `sys.excepthook`, whatever hook the program has set there.

/// In MPI_Init: has the interpreter tell us of its end. Nothing where there is none, or where the
/// program is no plain `python`, which may go on after an exception.
void watch_python() noexcept;

/// In MPI_Finalize: the interpreter that runs the program has come to its end.
[[nodiscard]] bool is_python_over() noexcept;

/// In MPI_Finalize: the exception that has ended the interpreter ("ValueError"). Empty: none has,
/// or the interpreter is still there.
[[nodiscard]] std::string exception_that_ended_python();

} // namespace closeranks
