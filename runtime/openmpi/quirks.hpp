#pragma once

#include "generated/tables/quirks.hpp"

#include <set>
#include <string>
#include <string_view>

namespace closeranks {

/// True if the MPI in use has this quirk. An MPI of an unknown version counts as having it. So does
/// an MPI without the list of patches that set-up records beside its builds. Called after the table
/// of real entry points is loaded.
[[nodiscard]] bool has(Quirk quirk);

/// The answer of has() for an MPI that reports `version` ("Open MPI v5.0.7, package: ...") and was
/// built with `patches` (the names of their files).
[[nodiscard]] bool has_quirk(Quirk quirk, std::string_view version,
                             const std::set<std::string> &patches) noexcept;

} // namespace closeranks
