#pragma once

#include "generated/tables/functions.hpp"

#include <mpi.h>

namespace closeranks {

class Window;

/// What the program has called with to make a window.
struct WantedWindow {
    Function function;
    int flavor;
    void *base;
    MPI_Aint size;
    MPI_Aint disp_unit;
    MPI_Info info;
};

/// The processes of the window meet, and each reaches the memory of all others that it does not
/// reach yet, of its host directly and elsewhere by messages. False, at all of them: it cannot be
/// had.
[[nodiscard]] bool connect_memories(Window &window, const WantedWindow &wanted);

/// What is written down of contiguous shared memory that `window` has, for who comes back.
void note_common(Window &window);

/// A process that comes back maps the contiguous shared memory that its predecessor had, as others
/// have noted it. False: it cannot be had, or the program wants another size.
[[nodiscard]] bool find_common(Window &window, const WantedWindow &wanted);

/// Whether the program has set `key` to "true".
[[nodiscard]] bool has_flag(MPI_Info info, const char *key) noexcept;

} // namespace closeranks
