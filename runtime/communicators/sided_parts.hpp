#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/core/intercommunicator.hpp"

#include <array>
#include <cstdint>

namespace closeranks {

/// The real communicators behind a new intercommunicator, while it is being made.
struct SidedParts {
    Parts joint; ///< of both sides, in the order of joint ranks; its code is the code of all parts
    Comm side;
    Comm messages;
    Comm handle;
    std::array<Comm, 2> scratch;   ///< needed only while the parts are made
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

    /// Sets the creation id. It has a name. Either all members make it from one joint communicator,
    /// or sides make it that know nothing of each other.
    void come_from(const Origin &origin) noexcept;
    void come_from_sides(const std::array<Origin, 2> &origins) noexcept;

    /// Makes the parts from `both`, which has the members of side 0 and then those of side 1; this
    /// process is on side `number`. Makes no handle when there is no other side.
    void make(MPI_Comm both, int number) noexcept;

    /// The same without a handle, and the handle.
    void make_members(MPI_Comm both, int number) noexcept;
    void make_own_handle() noexcept;

    /// The same with a duplicate of the handle `parent`.
    void make_duplicate(MPI_Comm both, int number, MPI_Comm parent, MakeCall dup) noexcept;

    /// Called when an attempt has ended: a process that gives up makes the other members give up.
    void conclude() noexcept;
};

/// The members of a new intercommunicator in the program's numbering.
struct SidedNumbering {
    Group local;
    Group remote;
    int number = 0; ///< of this process's side
};

/// Takes the parts of an intercommunicator of the program into protection.
Intercommunicator &protect_sides(SidedParts parts, SidedNumbering numbering) noexcept;

} // namespace closeranks
