#pragma once

#include "runtime/stall/stall_graph.hpp"

#include <string>
#include <vector>

namespace closeranks::stall {

/// Texts for the user about a stall. No MPI call is made here.

/// "rank 2", "ranks 1, 3 and 4".
[[nodiscard]] std::string list(const std::vector<int> &ranks);

/// A line for all ranks that do the same: "  ranks 1, 3 and 4 are waiting in MPI_Finalize, ...".
[[nodiscard]] std::string describe(const std::vector<Survivor> &ranks);

/// The functions in which these ranks wait for any rank, each once.
[[nodiscard]] std::vector<std::string> functions_of(const std::vector<Survivor> &ranks);

/// The reason why the program ends, where ranks are `lost`, and the policy that would end such
/// waits. `polls`: the ranks do not only wait.
[[nodiscard]] std::string way_on(const std::vector<Survivor> &ranks, const std::vector<int> &lost,
                                 bool polls);

/// The same where no rank is lost.
[[nodiscard]] std::string no_way_on(const std::vector<Survivor> &ranks);

/// The policy ends the waits of `released` for any rank, because of the `lost` ranks.
[[nodiscard]] std::string how_released(const std::vector<Survivor> &released,
                                       const std::vector<int> &lost);

/// The policy has done so `times` times in a row, and the waits have begun again.
[[nodiscard]] std::string released_in_vain(int times);

} // namespace closeranks::stall
