#pragma once

namespace closeranks {

/// Writes the program's output that is not flushed yet, in C, C++ and Fortran. Called before an end
/// by SIGKILL, which would lose it.
void flush_output() noexcept;

} // namespace closeranks
