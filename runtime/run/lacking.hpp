#pragma once

#include "runtime/run/summary.hpp"
#include "runtime/support/function_ref.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace closeranks {

/// Who is missing where, in the numbering of MPI_COMM_WORLD.
struct InWorld {
    CommunicatorLabel communicator;
    std::vector<int> ranks;
};

/// What is to be said of a result that lacks somebody.
struct Shortfall {
    bool is_said = false; ///< by this process for all who have it: the program goes on with it
    bool of_sums = false;
    bool can_be_ended = false; ///< --strict would end the program
};

/// What is known of the results that lacked somebody's contribution, on this process: an entry for
/// each function and communicator. Not for several threads at once.
class LackingResults {
  public:
    /// Counts one result on the communicator of this number, to which `expected` should have
    /// contributed (0: that is not counted). `ranks`: who is missing, in its numbering;
    /// `in_world()` tells it in that of MPI_COMM_WORLD, and is asked when they are not those of the
    /// last time. Returns the entry if it has more ranks now than before, else nullptr.
    [[nodiscard]] const Lacking *add(Function function, std::uint64_t communicator,
                                     std::span<const int> ranks, FunctionRef<InWorld()> in_world,
                                     double now, std::size_t expected = 0);

    /// Lost ranks have come back: what lacked them is done again.
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

/// The same results as several processes have seen them, each list in the order of the processes:
/// one entry for each function and communicator, the most frequent first.
[[nodiscard]] std::vector<Lacking> merge(const std::vector<std::vector<Lacking>> &lists);

} // namespace closeranks
