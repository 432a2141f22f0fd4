#pragma once

#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// The content of a message between processes: numbers, lists and texts, one after the other.
using Words = std::vector<std::uint64_t>;

/// Appends a list with its length.
void append(std::span<const int> numbers, Words &words);
void append(const std::vector<ProcessId> &processes, Words &words);
void append(std::string_view text, Words &words);

/// Takes the first item that was appended; afterwards `words` begins behind it.
[[nodiscard]] std::uint64_t take(std::span<const std::uint64_t> &words);
[[nodiscard]] std::vector<int> take_numbers(std::span<const std::uint64_t> &words);
[[nodiscard]] std::vector<ProcessId> take_processes(std::span<const std::uint64_t> &words);
[[nodiscard]] std::string take_text(std::span<const std::uint64_t> &words);

/// Gives all members of `comm` the words of `root`; the others need not know their number.
/// Collective: one round for a few words, another one for more. Returns an error when a member
/// fails. The words are invalid then, and other members may wait until `comm` is revoked.
[[nodiscard]] int share(Words &words, int root, MPI_Comm comm);

} // namespace closeranks
