#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace closeranks::replication {

/// The variable by which the launcher tells the ranks that have a twin: "0,3,5-7", in the order of
/// the twins' processes, which are the last ones of the job. Without it the run is not replicated,
/// and every call passes through. It may be empty: no rank has a twin.
inline constexpr const char *replicate_variable = "CLOSERANKS_REPLICATE";

/// True if the launcher has started a replicated run; known before MPI_Init.
[[nodiscard]] bool is_replicated() noexcept;

/// The ranks of such a list; nothing when the list is invalid, or names a rank twice.
[[nodiscard]] std::optional<std::vector<int>> parse_ranks(std::string_view list);

} // namespace closeranks::replication
