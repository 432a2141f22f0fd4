#pragma once

#include <string_view>

namespace closeranks {

/// Writes a line of the library to stderr. Where the keeper takes the program's output there,
/// writes past the keeper. The two processes of a replicated rank may print different lines of the
/// library, and the program's output is compared. Safe in signal handlers.
void write_past_output(std::string_view line) noexcept;

} // namespace closeranks
