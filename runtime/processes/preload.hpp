#pragma once

#include <string>

namespace closeranks {

/// Children of a rank are not ranks. From MPI_Init on, programs that this process starts by
/// system() or exec do not get the launcher's entries of LD_PRELOAD: this library and the libraries
/// that have to stand before it. Entries of the user stay, and so does LD_LIBRARY_PATH. By it,
/// children that call MPI themselves find this library (docs/explanation/loading.md).
void keep_preload_from_children() noexcept;

/// The value of LD_PRELOAD for processes that are started as ranks. `is_own_program`: they run this
/// process's program, and get the libraries that stand before this one as well. Empty: it is not
/// known that any is loaded.
[[nodiscard]] std::string preload_for_ranks(bool is_own_program);

} // namespace closeranks
