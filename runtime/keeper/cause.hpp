#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace closeranks::keeper {

inline constexpr int signal_base = 128; ///< a shell's status for a signal

/// How far the program has come, as it is written to the records.
enum class Phase : std::uint8_t { before_init, in_init, running, after_finalize };

[[nodiscard]] const char *name_of(Phase phase);

/// Of a process that we have ended.
[[nodiscard]] std::string cause_of_given_up(Phase phase);

/// The end of the program, as people read it. `status`: as waitpid has it.
[[nodiscard]] std::string cause_of(int status, Phase phase, long memory_kills,
                                   std::optional<int> left);

} // namespace closeranks::keeper
