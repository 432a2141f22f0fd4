#pragma once

#include <string>
#include <string_view>

namespace closeranks {

/// For a message about a wrong `name`: "; the nearest is MPI_Bcast", or nothing when no function's
/// name is like it.
[[nodiscard]] std::string suggest_function(std::string_view name);

} // namespace closeranks
