#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/communicators/recipes.hpp"

#include <map>
#include <utility>

namespace closeranks {

/// What the program's call says of a topology of which `known` is known to all: in a distributed
/// graph the neighbours of this process.
using OwnTopology = FunctionRef<Topology(const Topology &known)>;

/// What a process that comes back makes on its way.
struct Wanted {
    Use use = Use::program;
    bool has_sides = false;
    std::optional<Function> call = {}; ///< Origin::made_by
    std::optional<int> color = {};     ///< of a split
    OwnTopology own = {};              ///< for calls that make distributed graphs
};

/// A process that has taken the place of another one is on its way from MPI_Init to the resume
/// point. What its program makes there the others have already: the n-th communicator that it makes
/// from one is the n-th that its predecessor made, and nobody else takes part.
///
/// Thread safety: none, as the program's calls on its way have.
class Returning {
  public:
    /// What can be claimed on the way, which begins now.
    void begin(std::vector<Remade> remade);

    /// The program has come to its resume point. What it has not claimed is given up.
    void end() noexcept;

    /// The program creates a communicator from `parent`, or a file or a window that has one: gives
    /// it that of its predecessor, or, where that has been freed or had no other member who lives,
    /// what `make` makes of this process alone. Returns what the call returns.
    [[nodiscard]] int claim(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                            const Wanted &wanted = {}) noexcept;

    /// The same by its origin, for one that is not of all members of `parent`, or has no parent
    /// (nullptr); MPI_COMM_NULL where there is none.
    [[nodiscard]] int claim(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                            const Wanted &wanted = {}) noexcept;

  private:
    [[nodiscard]] bool take(const Communicator *parent, const Origin &origin, MPI_Comm *newcomm,
                            const Wanted &wanted) noexcept;

    /// By parent and order, as this process's side knows them.
    std::map<std::pair<std::uint64_t, std::uint64_t>, Remade> waiting_;
};

/// That of this process.
[[nodiscard]] Returning &returning() noexcept;

} // namespace closeranks
