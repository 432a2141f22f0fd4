#pragma once

#include "runtime/run/summary.hpp"
#include "runtime/support/function_ref.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace closeranks {

/// What is known of the results that lacked somebody's contribution, on this process: an entry for
/// each function and communicator. Not for several threads at once.
class LackingResults {
  public:
    /// Counts one result. `ranks`: who is missing, in the communicator's numbering; `in_world()`
    /// are these in that of MPI_COMM_WORLD, asked for when they are not those of the last time.
    /// Returns the entry if it has more ranks now than before, else nullptr.
    [[nodiscard]] const Lacking *add(Function function, std::uint64_t communicator,
                                     std::uint64_t name, std::span<const int> ranks,
                                     FunctionRef<std::vector<int>()> in_world, double now);

    [[nodiscard]] std::vector<Lacking> list() const;

  private:
    struct Entry {
        Lacking lacking;
        std::vector<int> last; ///< the ranks in the latest result, as add() got them
    };
    std::map<std::pair<Function, std::uint64_t>, Entry> entries_;
};

/// The same results as several processes have seen them, each list in the order of the processes:
/// one entry for each function and communicator, the most frequent first.
[[nodiscard]] std::vector<Lacking> merge(const std::vector<std::vector<Lacking>> &lists);

} // namespace closeranks
