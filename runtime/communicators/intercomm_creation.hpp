#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/intercommunicator.hpp"

#include <array>
#include <cstdint>

namespace closeranks {

/// Making and freeing intercommunicators: committed by agreement of both sides, redone from the
/// start when a member of either dies meanwhile (MPI 4.1, 7.6; docs/design.md).

/// Comm_split, Comm_split_type: the members are the survivors. `make` is the program's call.
[[nodiscard]] int split_sides(Entry &entry, Intercommunicator &parent, MPI_Comm *newcomm,
                              MakeCall make) noexcept;

/// Comm_create: the survivors of each side's `group`.
[[nodiscard]] int create_sides(Entry &entry, Intercommunicator &parent, MPI_Group group,
                               MPI_Comm *newcomm) noexcept;

/// Comm_dup, Comm_dup_with_info: the program's numbering stays, missing ranks included.
[[nodiscard]] int duplicate_sides(Entry &entry, Intercommunicator &parent, MPI_Comm *newcomm,
                                  MakeCall make) noexcept;

/// Comm_idup, Comm_idup_with_info: the same, beside the program
/// (runtime/core/nonblocking_tasks.hpp).
[[nodiscard]] int start_duplicate_sides(Entry &entry, Intercommunicator &parent, MPI_Comm *newcomm,
                                        MPI_Request *request) noexcept;

[[nodiscard]] int start_duplicate_sides_with_info(Entry &entry, Intercommunicator &parent,
                                                  MPI_Info info, MPI_Comm *newcomm,
                                                  MPI_Request *request) noexcept;

/// Intercomm_merge: an intracommunicator of the survivors.
[[nodiscard]] int merge_sides(Entry &entry, Intercommunicator &parent, int high,
                              MPI_Comm *newcomm) noexcept;

/// Intercomm_create. A leader who dies before its side knows of the other one leaves nobody who
/// could find it: then the policy decides on both sides (ignored: there is no communicator).
[[nodiscard]] int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                                int remote_leader, int tag, MPI_Comm *newcomm) noexcept;

/// Frees the program's handle and what we keep; local.
[[nodiscard]] int forget(Intercommunicator &sides, MPI_Comm *comm) noexcept;

/// Gives up what we keep, in MPI_Finalize: the handle stays the program's.
void let_go(Intercommunicator &sides) noexcept;

/// The real communicators behind a new intercommunicator, while it is being made.
struct SidedParts {
    Parts joint; ///< of both sides, in the order of joint ranks; its code is that of all
    Comm side;
    Comm messages;
    Comm handle;
    std::array<Comm, 2> scratch;   ///< needed on the way only
    std::array<Origin, 2> by_side; ///< Intercommunicator::by_side

    SidedParts() = default;
    ~SidedParts();
    SidedParts(SidedParts &&) = default;
    SidedParts &operator=(SidedParts &&) = default;

    template <typename Working>
    [[nodiscard]] bool completed(const Working &working) const noexcept {
        return joint.completed(working);
    }
    void give_name(std::uint64_t name) noexcept { joint.name = name; }

    /// It has a name. Made by all members from one joint communicator, or by sides that know
    /// nothing of each other.
    void come_from(const Origin &origin) noexcept;
    void come_from_sides(const std::array<Origin, 2> &origins) noexcept;

    /// Makes the parts from `both`, which has the members of side 0 and then those of side 1; this
    /// process is on side `number`. Without a handle when there is no other side.
    void make(MPI_Comm both, int number) noexcept;

    /// The same without a handle, and the handle.
    void make_members(MPI_Comm both, int number) noexcept;
    void make_own_handle() noexcept;

    /// The same with a duplicate of the handle `parent`.
    void make_duplicate(MPI_Comm both, int number, MPI_Comm parent, MakeCall dup) noexcept;

    /// To be called when an attempt is over: whoever gives up takes the others along.
    void conclude() noexcept;
};

/// Who belongs to a new intercommunicator in the program's numbering.
struct SidedNumbering {
    Group local;
    Group remote;
    int number = 0; ///< of this process's side
};

/// Takes the parts of an intercommunicator of the program into protection.
Intercommunicator &protect_sides(SidedParts parts, SidedNumbering numbering) noexcept;

/// Ends a committed creation, as deliver() does. Empty groups: those of the real communicators.
[[nodiscard]] int deliver_sides(Communicator &raises, SidedParts parts, SidedNumbering numbering,
                                MPI_Comm inherits_from, MPI_Comm *newcomm) noexcept;

} // namespace closeranks
