#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace closeranks::keeper {

inline constexpr int signal_base = 128; ///< a shell's status for a signal

/// The phase that the program has reached, as the records have it.
enum class Phase : std::uint8_t { before_init, in_init, running, after_finalize };

[[nodiscard]] const char *name_of(Phase phase);

/// The cause for a process that the keeper has ended.
[[nodiscard]] std::string cause_of_given_up(Phase phase);

/// The cause of the end of the program, in words. `status`: as waitpid returns it.
[[nodiscard]] std::string cause_of(int status, Phase phase, long memory_kills,
                                   std::optional<int> left);

} // namespace closeranks::keeper
