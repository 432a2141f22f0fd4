#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace closeranks::replication {

/// From now on both processes of a rank get the clocks and the random numbers of the leader (option
/// replica_clocks). program_calls.hpp says which calls count.
void begin_clock_calls() noexcept;
[[nodiscard]] bool are_clocks_repeated() noexcept;

/// From now on `getpid` gives both processes of a rank the leader's number. Called in MPI_Init.
void begin_process_number();

/// The name in /proc of this process's own file, if the program has put that number into `name`.
[[nodiscard]] std::optional<std::string> name_of_own_process(const char *name);

/// Fills `to` with the leader's random bytes.
void repeat_random_bytes(void *to, std::size_t bytes);

} // namespace closeranks::replication
