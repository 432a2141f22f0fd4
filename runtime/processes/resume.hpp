#pragma once

#include <closeranks.h>

namespace closeranks {

/// The program has come to its resume point (closeranks_resume). Lost ranks get the processes of
/// spares, and their communicators; all survivors call it.
[[nodiscard]] closeranks_role resume() noexcept;

} // namespace closeranks
