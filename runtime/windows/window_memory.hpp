#pragma once

#include "generated/tables/functions.hpp"

#include <mpi.h>

namespace closeranks {

class Window;

/// The arguments of the program's call that makes a window.
struct WantedWindow {
    Function function;
    int flavor;
    void *base;
    MPI_Aint size;
    MPI_Aint disp_unit;
    MPI_Info info;
};

/// Connects the processes of the window. Each reaches the memory of all others that it does not
/// reach yet: directly on its host, and elsewhere by messages. False, at all of them: it is
/// impossible.
[[nodiscard]] bool connect_memories(Window &window, const WantedWindow &wanted);

/// Notes the contiguous shared memory of `window` for replacement processes.
void note_common(Window &window);

/// A replacement process maps the contiguous shared memory that its predecessor had, as others have
/// noted it. False: it cannot be mapped, or the program wants another size.
[[nodiscard]] bool find_common(Window &window, const WantedWindow &wanted);

/// True if the program has set `key` to "true".
[[nodiscard]] bool has_flag(MPI_Info info, const char *key) noexcept;

} // namespace closeranks
