#include "runtime/support/flush_output.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <iostream>

namespace closeranks {

// exit() would flush stdio only after the library's handler, and gfortran's units still later.
void flush_output() noexcept {
    try {
        std::cout.flush();
        std::clog.flush();
    } catch (...) { // NOLINT(bugprone-empty-catch): a broken stream must not stop us
    }
    std::fflush(nullptr);
    using FlushUnit = void(const int *);
    if (auto *flush = reinterpret_cast<FlushUnit *>(dlsym(RTLD_DEFAULT, "_gfortran_flush_i4")))
        flush(nullptr); // nullptr: every unit
}

} // namespace closeranks
