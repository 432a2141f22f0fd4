#pragma once

#include "runtime/support/real.hpp"
#include "runtime/support/topology.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks::replication {

/// A communicator of the program: a list of ranks and a number. There is one for each handle. It is
/// the same at all members and in both processes of a rank, and is never sent.
///
/// The handle is a real communicator of this process alone (MPI_COMM_WORLD: of all processes). It
/// carries attributes, name, info and error handler, which belong to the MPI. No message runs on
/// it.
struct Communicator : std::enable_shared_from_this<Communicator> {
    MPI_Comm handle = MPI_COMM_NULL;
    std::vector<int> ranks = {};  ///< place -> rank of MPI_COMM_WORLD, of the own side
    std::vector<int> remote = {}; ///< the same of an intercommunicator's other side; else empty
    int place = 0;                ///< of this rank, in `ranks`
    std::uint64_t context = 0;    ///< unique within each member
    Topology topology = {};
    /// Of an intercommunicator: the communicator of the own side, for the creation of
    /// communicators.
    std::shared_ptr<Communicator> side = nullptr;

    // Counts of calls, which are the same at all members.
    std::uint64_t creations = 0;
    /// The same for creations by members of a group alone: by group and tag.
    std::map<std::uint64_t, std::uint64_t> creations_of_groups = {};
    std::uint64_t collectives = 0;            ///< blocking and nonblocking ones
    std::uint64_t persistent_collectives = 0; ///< initialisations
    using CountsByPeer = std::map<std::pair<int, int>, std::uint64_t>; ///< by place and tag
    CountsByPeer partitioned_sends = {}; ///< initialisations, the same at both ends
    CountsByPeer partitioned_receives = {};

    [[nodiscard]] bool is_inter() const noexcept { return !remote.empty(); }
    [[nodiscard]] int size() const noexcept { return static_cast<int>(ranks.size()); }
    /// The ranks to which messages go, by place.
    [[nodiscard]] const std::vector<int> &peers() const noexcept {
        return is_inter() ? remote : ranks;
    }
};

/// The communicator with that handle; nullptr: the program has no such communicator.
[[nodiscard]] Communicator *find(MPI_Comm handle) noexcept;

/// A communicator of this process alone that returns errors, for calls of the library.
[[nodiscard]] MPI_Comm quiet_self() noexcept;

/// Makes MPI_COMM_WORLD, of these ranks, and MPI_COMM_SELF known: in MPI_Init, before the program
/// can set attributes. Returns the real call's code.
[[nodiscard]] int communicators_begin(int ranks, int own_rank);

/// Frees the remaining communicators: called in MPI_Finalize.
void communicators_end() noexcept;

/// A number that follows from both arguments. Their order counts.
[[nodiscard]] std::uint64_t combined(std::uint64_t a, std::uint64_t b) noexcept;

/// The context of the next communicator that all members of `parent` create together.
///
/// *Contexts are derived, not agreed*: the context of a new communicator follows from its parent's
/// and from the number of the creation on the parent. All members count the same, and so do both
/// processes of a rank. So no message is needed that a failure could lose. Two contexts of a member
/// are equal with a probability of 2^-64.
[[nodiscard]] std::uint64_t next_context(Communicator &parent) noexcept;

/// Gives a new communicator its handle, with the error handler of `parent`, and makes it known.
[[nodiscard]] int publish(std::shared_ptr<Communicator> made, MPI_Comm parent, MPI_Comm *handle);

/// Makes a communicator known that has its handle already.
void publish_with_handle(std::shared_ptr<Communicator> made);

/// A new handle with the error handler of `parent`; not known yet.
[[nodiscard]] int plain_handle(MPI_Comm parent, MPI_Comm *made);

/// Removes a communicator from find(). Pending operations on it keep it alive.
void forget(MPI_Comm handle) noexcept;

/// All processes of the job. Rank r of MPI_COMM_WORLD is member r of it, alive or failed.
[[nodiscard]] MPI_Group group_of_processes() noexcept;

} // namespace closeranks::replication
