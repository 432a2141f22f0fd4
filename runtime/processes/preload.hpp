#pragma once

#include <string>

namespace closeranks {

/// Children of a rank are no ranks: from MPI_Init on, what this process starts by system() or exec
/// is not given what the launcher has put into LD_PRELOAD, that is this library and what has to
/// stand before it. What the user preloads stays, and so does LD_LIBRARY_PATH, by which those of
/// them that call MPI themselves find this library (docs/explanation/loading.md).
void keep_preload_from_children() noexcept;

/// For LD_PRELOAD of processes that are started as ranks. `is_own_program`: the same as this one,
/// which is given what stands before this library as well. Empty: nothing is known to be loaded.
[[nodiscard]] std::string preload_for_ranks(bool is_own_program);

} // namespace closeranks
