#pragma once

#include <string>
#include <string_view>

namespace closeranks {

/// For a message about a wrong `name`: "; the nearest is MPI_Bcast", or empty when no function has
/// a similar name.
[[nodiscard]] std::string suggest_function(std::string_view name);

} // namespace closeranks
