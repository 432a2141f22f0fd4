#pragma once

#include <string>

namespace closeranks {

/// The end of the Python interpreter of this process, if the interpreter runs the program.
///
/// An interpreter that ends by an uncaught exception still calls MPI_Finalize, because mpi4py calls
/// it at the very end (Py_AtExit). There this rank would wait for the other ranks, which wait for
/// calls that it has not made. At that time no Python code can run any more. So an audit hook (PEP
/// 578, Python 3.8) hears of the exception earlier. The interpreter reports each uncaught exception
/// as the event `sys.excepthook`, whatever hook the program has set there.

/// Called in MPI_Init: makes the interpreter report its end. Does nothing where there is no
/// interpreter. Does nothing either where the program is not plain `python`, which may continue
/// after an exception.
void watch_python() noexcept;

/// Called in MPI_Finalize: true if the interpreter that runs the program has ended.
[[nodiscard]] bool is_python_over() noexcept;

/// Called in MPI_Finalize: the exception that has ended the interpreter ("ValueError"). Empty:
/// there was none, or the interpreter still runs.
[[nodiscard]] std::string exception_that_ended_python();

} // namespace closeranks
