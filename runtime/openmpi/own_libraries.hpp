#pragma once

#include <string_view>

namespace closeranks {

/// True if a shared library, by the name of its file, is a part of the MPI: a library, a plugin, or
/// a library below these that no program calls.
[[nodiscard]] bool is_library_of_the_mpi(std::string_view file) noexcept;

/// True if it is a library of the MPI that only hands on the calls of Fortran programs.
[[nodiscard]] bool is_fortran_layer_of_the_mpi(std::string_view file) noexcept;

} // namespace closeranks
