#pragma once

#include "runtime/communicators/duplicates.hpp"
#include "runtime/communicators/sided_parts.hpp"
#include "runtime/run/members.hpp"
#include "runtime/support/topology.hpp"
#include "runtime/support/words.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace closeranks {

/// How a communicator that the program made before its resume point is made again when other
/// processes stand for some of its ranks (docs/reference/spares.md).
struct Recipe {
    Origin origin;
    std::vector<int> ranks; ///< in MPI_COMM_WORLD; of an intercommunicator the joint ranks
    Topology topology;      ///< of a distributed graph without this process's own neighbours
    Use use = Use::program;
    std::vector<std::uint64_t> note = {}; ///< Communicator::note of who tells of it
    bool all_new = false;                 ///< all members who live come back in this recovery
    int first_side = 0; ///< of an intercommunicator: so many are on side 0; of others 0
    std::array<Origin, 2> by_side = {}; ///< of an intercommunicator: Intercommunicator::by_side
    /// The program has freed it, and may have others that it made from it: it is not made again,
    /// but who comes back has to know which one it was.
    bool is_freed = false;

    [[nodiscard]] bool has_sides() const noexcept { return first_side != 0; }
    /// It is of a window whose ranks have one memory.
    [[nodiscard]] bool shares_memory() const noexcept {
        return use == Use::window && !note.empty();
    }
    /// The side of a member's `place` in the ranks.
    [[nodiscard]] int side_of(std::ptrdiff_t place) const noexcept {
        return has_sides() && place >= first_side ? 1 : 0;
    }

    /// By what call of the program it was made, and of what kind it is.
    [[nodiscard]] std::tuple<std::uint64_t, std::uint64_t, bool, bool> call() const noexcept {
        return {origin.parent, origin.order, is_freed, has_sides()};
    }
    /// It can be made together with `other`: both are of one kind, and by the same call.
    [[nodiscard]] bool is_sibling_of(const Recipe &other) const noexcept {
        return call() == other.call();
    }
};

/// One of this process's communicators, made again: what it stands on, without a handle.
struct Remade {
    Recipe recipe;
    SidedParts parts; ///< of one without sides just the joint's; of one that is freed none
};

/// Of members in this MPI_COMM_WORLD alone, and made before the resume point.
[[nodiscard]] bool can_be_remade(const Communicator &c) noexcept;

/// The program frees `c`.
void note_freed(const Communicator &c) noexcept;

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

/// `all`, which everybody knows, as they are now: those of shared memory have the note of one of
/// its members. Collective over `ranks`, the processes that stand for ranks now; `replaced`: the
/// ranks that have another process. An error is put in `code`.
[[nodiscard]] std::vector<Recipe> renew_recipes(std::vector<Recipe> all, MPI_Comm ranks,
                                                std::span<const int> replaced, int &code);

/// Makes them of the ranks, collectively, and returns those of which this process is a member, the
/// freed ones without parts. Duplicates are there when those of `of_ranks` are; one split makes all
/// siblings. An error is put in `code`.
[[nodiscard]] std::vector<Remade> make_again(const std::vector<Recipe> &recipes,
                                             Duplicates &of_ranks, int &code);

/// Where the memory is that ranks share, as far as somebody lives who has it. `hosts`: of each
/// process.
[[nodiscard]] Bound hosts_of_memory(const std::vector<Recipe> &recipes,
                                    const std::vector<ProcessId> &by_rank,
                                    std::span<const ProcessId> living,
                                    std::span<const std::string> hosts);

/// For the network, and back.
void append(const Recipe &recipe, Words &words);
[[nodiscard]] Recipe take_recipe(std::span<const std::uint64_t> &words);

} // namespace closeranks
