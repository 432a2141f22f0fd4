#pragma once

#include <string_view>

namespace closeranks {

/// True if a shared library, by the name of its file, is a part of the MPI: a library, a plugin, or
/// a library below these that no program calls.
[[nodiscard]] bool is_library_of_the_mpi(std::string_view file) noexcept;

} // namespace closeranks
