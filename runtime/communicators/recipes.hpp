#pragma once

#include "runtime/communicators/sided_parts.hpp"
#include "runtime/core/duplicates.hpp"
#include "runtime/membership/members.hpp"
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

/// The creation record of a communicator: how the library makes it again when other processes stand
/// for some of its ranks (docs/reference/spares.md). Only for communicators that the program made
/// before its resume point.
struct Recipe {
    Origin origin;
    std::vector<int> ranks; ///< in MPI_COMM_WORLD; of an intercommunicator the joint ranks
    Topology topology;      ///< of a distributed graph without this process's own neighbours
    Use use = Use::program;
    /// The attachment (CreationRecord::attachment), as the reporting process has it.
    std::vector<std::uint64_t> attachment = {};
    bool all_new = false; ///< all live members are replacement processes of this recovery
    int first_side = 0;   ///< of an intercommunicator: the number of ranks on side 0; else 0
    std::array<Origin, 2> by_side = {}; ///< of an intercommunicator: Intercommunicator::by_side
    /// The program has freed the communicator, and may have others that it made from it. It is not
    /// made again, but a replacement process has to know its creation id.
    bool is_freed = false;

    [[nodiscard]] bool has_sides() const noexcept { return first_side != 0; }
    /// True for the communicator of a window whose ranks share memory.
    [[nodiscard]] bool shares_memory() const noexcept {
        return use == Use::window && !attachment.empty();
    }
    /// The side of a member's `place` in the ranks.
    [[nodiscard]] int side_of(std::ptrdiff_t place) const noexcept {
        return has_sides() && place >= first_side ? 1 : 0;
    }

    /// The call of the program that made it, and the kind of the communicator.
    [[nodiscard]] std::tuple<std::uint64_t, std::uint64_t, bool, bool> call() const noexcept {
        return {origin.parent, origin.order, is_freed, has_sides()};
    }
    /// True when it can be made together with `other`: both are of one kind, and made by the same
    /// call.
    [[nodiscard]] bool is_sibling_of(const Recipe &other) const noexcept {
        return call() == other.call();
    }
};

/// One of this process's communicators, made again: its parts, without a handle.
struct Remade {
    Recipe recipe;
    SidedParts parts; ///< for an intracommunicator only the joint's; for a freed one none
};

/// True if all members are in this MPI_COMM_WORLD, and it was made before the resume point.
[[nodiscard]] bool can_be_remade(const Communicator &c) noexcept;

/// Records that the program frees `c`.
void note_freed(const Communicator &c) noexcept;

/// All survivors exchange the creation records of communicators that they have made before the
/// resume point. So any of them can report a communicator whose members have all failed. Collective
/// over `survivors`. A failure meanwhile revokes `survivors`, and then no process has learnt
/// anything.
void learn_recipes(MPI_Comm survivors) noexcept;
void know_recipes(std::vector<Recipe> recipes) noexcept;
[[nodiscard]] bool are_recipes_known() noexcept;

/// The known records of files and windows, in an order that is the same everywhere.
[[nodiscard]] std::vector<Recipe> recipes_of_objects();

/// The records that this process knows, or else those of its own communicators. Called while
/// Members still has the processes that made them.
[[nodiscard]] std::vector<Recipe> own_recipes();

/// Renews `all`, which every process knows: records of shared memory get the attachment of one of
/// its members. Collective over `ranks`, the processes that stand for ranks now. `replaced`: the
/// ranks that have another process. An error is put in `code`.
[[nodiscard]] std::vector<Recipe> renew_recipes(std::vector<Recipe> all, MPI_Comm ranks,
                                                std::span<const int> replaced, int &code);

/// Makes the communicators among the ranks, collectively. Returns those of which this process is a
/// member, the freed ones without parts. Duplicates exist when those of `of_ranks` do; one split
/// makes all siblings. An error is put in `code`.
[[nodiscard]] std::vector<Remade> make_again(const std::vector<Recipe> &recipes,
                                             Duplicates &of_ranks, int &code);

/// The hosts of the memory that ranks share, as far as a live process has it. `hosts`: of each
/// process.
[[nodiscard]] Bound hosts_of_memory(const std::vector<Recipe> &recipes,
                                    const std::vector<ProcessId> &by_rank,
                                    std::span<const ProcessId> living,
                                    std::span<const std::string> hosts);

/// Writes a record for the network, and reads it.
void append(const Recipe &recipe, Words &words);
[[nodiscard]] Recipe take_recipe(std::span<const std::uint64_t> &words);

} // namespace closeranks
