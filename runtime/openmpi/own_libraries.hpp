#pragma once

#include <string_view>

namespace closeranks {

/// Whether a shared library, by the name of its file, is a part of the MPI: a library, a plugin, or
/// what these stand on and no program calls.
[[nodiscard]] bool is_library_of_the_mpi(std::string_view file) noexcept;

} // namespace closeranks
