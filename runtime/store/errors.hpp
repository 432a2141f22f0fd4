#pragma once

#include <closeranks_store.h>

namespace closeranks::store {

/// CLOSERANKS_ERR_RANK_LOST in place of an error of MPI which says that ranks have failed; any
/// other code as it is.
[[nodiscard]] int with_own_code(int code) noexcept;

/// Adds our errors in a call that all processes make, so that their values are the same everywhere.
/// Also for programs that have only sessions, in which closeranks_error_code() cannot know that the
/// MPI is running.
void add_errors() noexcept;

} // namespace closeranks::store
