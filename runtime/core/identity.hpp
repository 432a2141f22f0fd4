#pragma once

#include "runtime/membership/foreign_processes.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/topology.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace closeranks {

struct Intercommunicator;

/// Which communicator of the program this is: its handles, its numbers, its members and
/// their topology. Only the room `communicators` changes it; at the end of the MPI, `processes`
/// takes the attribute holders. A comment names the function that makes each change.
class Identity {
  public:
    // The handles of the program.

    /// The communicator that the program holds. MPI_COMM_NULL: the program has freed it, or another
    /// Communicator has taken it over.
    [[nodiscard]] MPI_Comm handle() const noexcept { return handle_; }
    /// The communicator that carries the attributes, and from which duplicates are made. It is the
    /// handle, except for an MPI_COMM_WORLD in which the MPI has other processes, or another order
    /// of processes, than the program. MPI_COMM_NULL after members have been replaced: then no
    /// communicator has both the members and the attributes.
    [[nodiscard]] MPI_Comm attribute_holder() const noexcept { return attribute_holder_; }
    /// Of MPI_COMM_WORLD: the first attribute holder, which carries its attributes after every
    /// recovery. Of all others: MPI_COMM_NULL.
    [[nodiscard]] MPI_Comm first_attribute_holder() const noexcept {
        return first_attribute_holder_;
    }
    /// The intercommunicator that this communicator serves; nullptr: it serves none.
    [[nodiscard]] Intercommunicator *sides() const noexcept { return sides_; }
    /// True when `handle` itself does not have the program's numbering. The communicator was made
    /// while ranks were missing, or its members have been replaced.
    [[nodiscard]] bool is_partial() const noexcept { return is_partial_; }
    /// True when the working communicator is without the topology. Then neighbourhood collectives
    /// are made of messages, and the handle cannot tell the topology of a duplicate.
    [[nodiscard]] bool lacks_topology() const noexcept { return lacks_topology_; }
    /// The library that made the communicator to write files ("HDF5"), or nullptr
    /// (communicators/format_library.hpp).
    [[nodiscard]] const char *format_library() const noexcept { return format_library_; }

    // Its numbers and members.

    /// Numbers communicators by the order of their creation on this rank, for messages and reports.
    [[nodiscard]] std::uint64_t local_id() const noexcept { return local_id_; }
    /// The same at all members. No other communicator of these members has it.
    [[nodiscard]] std::uint64_t global_id() const noexcept { return global_id_; }
    /// The program's view: all application ranks, missing ones included. It stays as it is.
    [[nodiscard]] MPI_Group group() const noexcept { return group_.get(); }
    /// The program's view; Topology::none for most.
    [[nodiscard]] const Topology &topology() const noexcept { return topology_; }
    /// True when some members are of other MPI_COMM_WORLDs (membership/foreign_processes.hpp). Its
    /// collectives are always agreed on, because the recovery server reaches only processes of
    /// MPI_COMM_WORLD.
    [[nodiscard]] bool spans_worlds() const noexcept { return !connections_.empty(); }

    struct Beginning {
        std::uint64_t global_id = 0;
        MPI_Comm handle = MPI_COMM_NULL;
        Group group = {};
        Topology topology = {};
        bool lacks_topology = false;
        const char *format_library = nullptr;
    };
    /// protect(), protect_peers(): the communicator is made. The handle carries the attributes.
    void created(Beginning as) noexcept {
        local_id_ = next_local_id();
        global_id_ = as.global_id;
        handle_ = attribute_holder_ = as.handle;
        group_ = std::move(as.group);
        topology_ = std::move(as.topology);
        is_partial_ = lacks_topology_ = as.lacks_topology;
        format_library_ = as.format_library;
        connections_ = foreign_processes().connections_with(group_.get());
    }
    /// protect(): it was made while ranks were missing.
    void made_by_survivors() noexcept { is_partial_ = true; }
    /// settle_on(): it is MPI_COMM_WORLD. `holder` is the handle, unless the MPI has other
    /// processes there. `before`: the MPI_COMM_WORLD until now, or nullptr.
    void became_world(MPI_Comm holder, const Identity *before) noexcept {
        is_partial_ = holder != handle_;
        attribute_holder_ = holder;
        if (before != nullptr)
            first_attribute_holder_ = before->first_attribute_holder_;
        else
            first_attribute_holder_ = holder != MPI_COMM_NULL ? holder : handle_;
    }
    /// create_dist_graph(): the edges of all members, for replacement processes.
    void learned_edges(std::vector<int> edges) noexcept { topology_.edges = std::move(edges); }
    /// protect_sides(): it serves an intercommunicator.
    void joined(Intercommunicator &sides) noexcept { sides_ = &sides; }

    /// protect_again(), join_again(): it has replacement processes, which the handle does not know.
    void replaced() noexcept {
        is_partial_ = true;
        attribute_holder_ = MPI_COMM_NULL;
    }
    /// take_over(): it stands for `before`, and has its handle already. Pending calls of the
    /// program on `before` do not raise its error handler.
    void take_over(Identity &before) noexcept {
        local_id_ = before.local_id_;
        before.freed();
    }

    /// free_handle(), forget(): the program's handle was freed.
    void freed() noexcept { handle_ = attribute_holder_ = MPI_COMM_NULL; }
    /// release_sides(), take_over(): peers may outlive the intercommunicator that they served.
    void parted() noexcept {
        sides_ = nullptr;
        freed();
    }
    /// forget_communicators(), at the end of the MPI: the attribute holders beside the handle,
    /// which the caller frees.
    [[nodiscard]] std::array<Comm, 2> give_up_holders() noexcept {
        std::array<Comm, 2> own; // the second one is freed first
        if (first_attribute_holder_ != attribute_holder_ && first_attribute_holder_ != handle_)
            own[1] = Comm(std::exchange(first_attribute_holder_, MPI_COMM_NULL));
        if (attribute_holder_ != handle_)
            own[0] = Comm(std::exchange(attribute_holder_, MPI_COMM_NULL));
        return own;
    }

  private:
    [[nodiscard]] static std::uint64_t next_local_id() noexcept;

    MPI_Comm handle_ = MPI_COMM_NULL;
    MPI_Comm attribute_holder_ = MPI_COMM_NULL;
    MPI_Comm first_attribute_holder_ = MPI_COMM_NULL;
    Intercommunicator *sides_ = nullptr;
    Group group_;
    std::uint64_t local_id_ = 0;
    std::uint64_t global_id_ = 0;
    bool is_partial_ = false;
    bool lacks_topology_ = false;
    const char *format_library_ = nullptr;
    Connections connections_; ///< the connections with the members of other worlds
    Topology topology_;
};

} // namespace closeranks
