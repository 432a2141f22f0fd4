#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/support/topology.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks {

/// How a communicator that the program made before its resume point is made again when other
/// processes stand for some of its ranks (docs/spares.md).
struct Recipe {
    Origin origin;
    std::vector<int> ranks; ///< in MPI_COMM_WORLD
    Topology topology;      ///< of a distributed graph without this process's own neighbours
    Use use = Use::program;
    std::vector<std::uint64_t> note = {}; ///< Communicator::note of who tells of it
    bool all_new = false;                 ///< all members who live come back in this recovery

    /// Made by the same call of the program as `other`.
    [[nodiscard]] bool is_sibling_of(const Recipe &other) const noexcept {
        return origin.parent == other.origin.parent && origin.order == other.origin.order;
    }
};

/// One of this process's communicators, made again: what it stands on, without a handle.
struct Remade {
    Recipe recipe;
    Parts parts;
};

/// Of members in this MPI_COMM_WORLD alone, on one side, and made before the resume point.
[[nodiscard]] bool can_be_remade(const Communicator &c) noexcept;

/// All survivors tell each other what they have made before the resume point, so that everybody can
/// tell of a communicator all of whose members die. Collective over `survivors`; a death within it
/// revokes that, and nobody has learnt anything.
void learn_recipes(MPI_Comm survivors) noexcept;
void know_recipes(std::vector<Recipe> recipes) noexcept;
[[nodiscard]] bool are_recipes_known() noexcept;

/// Of those that are known the ones of files and windows, in an order that is the same everywhere.
[[nodiscard]] std::vector<Recipe> recipes_of_objects();

/// Those that this process knows, or else those of its own communicators. To be asked as long as
/// Members has who made them.
[[nodiscard]] std::vector<Recipe> own_recipes();

/// Those of all processes, in an order that is the same everywhere. Each comes from one process,
/// which was a member before. Collective over `ranks`, the processes that stand for ranks now;
/// `replaced`: the ranks that have another process. An error is put in `code`.
[[nodiscard]] std::vector<Recipe> gather_recipes(const std::vector<Recipe> &own, MPI_Comm ranks,
                                                 std::span<const int> replaced, int &code);

/// Makes them from `ranks`, collectively, and returns those of which this process is a member. One
/// split makes all siblings. An error is put in `code`.
[[nodiscard]] std::vector<Remade> make_again(const std::vector<Recipe> &recipes, MPI_Comm ranks,
                                             int &code);

/// For the network, and back.
void append(const Recipe &recipe, std::vector<std::uint64_t> &words);
[[nodiscard]] Recipe take_recipe(std::span<const std::uint64_t> &words);

} // namespace closeranks
