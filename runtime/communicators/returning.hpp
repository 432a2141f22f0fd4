#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/communicators/recipes.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace closeranks {

/// The topology as the program's call gives it. `known` is the part that all processes know; in a
/// distributed graph the call adds the neighbours of this process.
using OwnTopology = FunctionRef<Topology(const Topology &known)>;

/// A communicator that a replacement process makes on its way to the resume point.
struct Wanted {
    Use use = Use::program;
    bool has_sides = false;
    std::optional<Function> call = {}; ///< Origin::made_by
    std::optional<int> color = {};     ///< of a split
    OwnTopology own = {};              ///< for calls that make distributed graphs
};

/// A replacement process on its way from MPI_Init to the resume point. The other processes already
/// have the communicators that its program makes there. So the n-th communicator that it makes from
/// one is the n-th that its predecessor made, and no other process takes part.
///
/// Thread safety: none; the program's calls on the way have none either.
class Returning {
  public:
    /// Begins the way. `remade`: the communicators that can be claimed on it.
    void begin(std::vector<Remade> remade);

    /// The program has come to its resume point. Communicators that it has not claimed are given
    /// up.
    void end() noexcept;

    /// The program creates a communicator from `parent`, or a file or a window that has one. Gives
    /// it the communicator of its predecessor. If that has been freed, or had no other live member,
    /// gives it one that `make` makes of this process alone. Returns the code of the call.
    [[nodiscard]] int claim(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                            const Wanted &wanted = {}) noexcept;

    /// The same by its creation id, for a communicator that does not have all members of `parent`,
    /// or has no parent (nullptr); MPI_COMM_NULL where there is none.
    [[nodiscard]] int claim(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                            const Wanted &wanted = {}) noexcept;

  private:
    [[nodiscard]] bool take(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                            const Wanted &wanted) noexcept;

    /// By parent and order, as this process's side knows them.
    std::map<std::pair<std::uint64_t, std::uint64_t>, Remade> waiting_;
};

/// The one question of all creations, of files and windows too: nullptr unless this process is on
/// its way. Else it has the communicators that the program can claim.
[[nodiscard]] Returning *returning() noexcept;

/// Begins the way of this process.
void begin_returning(std::vector<Remade> remade);

/// For names of calls among groups without a parent: the recovery generation. A replacement process
/// has counted no earlier calls, so the other processes count anew as well. On its way it repeats
/// their earlier calls.
[[nodiscard]] std::uint64_t generation_of_calls() noexcept;

} // namespace closeranks
