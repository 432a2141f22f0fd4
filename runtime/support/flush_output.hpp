#pragma once

namespace closeranks {

/// Writes what the program has printed and not flushed, in C, C++ and Fortran: before an end by
/// SIGKILL, which would lose it.
void flush_output() noexcept;

} // namespace closeranks
