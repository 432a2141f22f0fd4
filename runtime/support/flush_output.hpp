#pragma once

namespace closeranks {

/// Writes the program's output that is not flushed yet, in C, C++ and Fortran. Called before an end
/// by SIGKILL, which would lose it. Waits at most a second for streams that other threads have
/// locked, and for readers. A thread that reads standard input keeps it locked until a line comes.
void flush_output() noexcept;

} // namespace closeranks
