#pragma once

#include <string_view>

namespace closeranks {

/// Whether the Open MPI in use was built with that patch of tools/openmpi-patches (its name without
/// `.patch`): set-up leaves a list of them beside it. An MPI without the list is taken as it came.
[[nodiscard]] bool is_mended(std::string_view fault);

} // namespace closeranks
