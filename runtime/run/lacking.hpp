#pragma once

#include "runtime/run/summary.hpp"
#include "runtime/support/function_ref.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace closeranks {

/// The lost ranks of a communicator, in the numbering of MPI_COMM_WORLD.
struct InWorld {
    CommunicatorLabel communicator;
    std::vector<int> ranks;
};

/// The report of a result that lacks contributions.
struct Shortfall {
    /// This process reports it for all that have the result: the program continues with it.
    bool is_said = false;
    bool of_sums = false;
    bool can_be_ended = false; ///< --strict would end the program
};

/// The results on this process that lacked contributions: an entry for each function and
/// communicator. Must not be used by several threads at once.
class LackingResults {
  public:
    /// Counts one result on the communicator of this number, to which `expected` members should
    /// have contributed (0: not counted). `ranks`: the missing ones, in its numbering. `in_world()`
    /// translates them to the numbering of MPI_COMM_WORLD; it is called when they differ from those
    /// of the last time. Returns the entry if it has more ranks now than before, else nullptr.
    [[nodiscard]] const Lacking *add(Function function, std::uint64_t communicator,
                                     std::span<const int> ranks, FunctionRef<InWorld()> in_world,
                                     double now, std::size_t expected = 0);

    /// Lost ranks were recovered: results that lacked them are computed again.
    void close(double now);

    [[nodiscard]] std::vector<Lacking> list() const;

  private:
    struct Entry {
        Lacking lacking;
        std::vector<int> last; ///< the ranks in the latest result, as add() got them
    };
    std::map<std::pair<Function, std::uint64_t>, Entry> entries_;
    std::vector<Lacking> closed_;
};

/// The same results as several processes have seen them, each list in the order of the processes.
/// One entry for each function and communicator, the most frequent first.
[[nodiscard]] std::vector<Lacking> merge(const std::vector<std::vector<Lacking>> &lists);

} // namespace closeranks
