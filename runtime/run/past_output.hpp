#pragma once

#include <string_view>

namespace closeranks {

/// Writes a line where closeranks speaks: stderr, or, where the keeper takes what the program
/// prints there, past it. The two processes of a replicated rank may say different things, and what
/// they print is compared. Safe in signal handlers.
void write_past_output(std::string_view line) noexcept;

} // namespace closeranks
