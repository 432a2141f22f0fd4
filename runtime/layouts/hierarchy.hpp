#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

class Communicator;

/// The parts of a parent: a communicator whose layout is hierarchical (docs/developers/layouts.md).
/// One part is this process's subcommunicator (`local`), which is a protected communicator of its
/// own. The other part (`global`) has the leaders, the lowest living rank of each subcommunicator.
/// The parts serve for one repair epoch of the parent.
struct Hierarchy {
    /// Application rank r is in subcommunicator r / ranks_per_local, if all have the same size.
    int ranks_per_local = 0;
    /// The lowest rank of each subcommunicator, if each has the ranks of one host; else empty.
    std::vector<int> first_by_local;

    bool laid_out = false;         ///< in this repair epoch
    Communicator *local = nullptr; ///< nullptr: this process is alone in it
    Comm global;                   ///< at leaders, if there are several
    std::vector<int> members;      ///< application ranks of which the parts were made, in order
    /// All subcommunicators that this process has had, which live as long.
    std::vector<Communicator *> locals;

    [[nodiscard]] int local_of(int rank) const noexcept {
        return first_by_local.empty() ? rank / ranks_per_local : host_of(rank);
    }

    /// The rank of application rank `rank` in its own subcommunicator; -1: it was missing already.
    [[nodiscard]] int rank_in_local(int rank) const noexcept;

    /// The rank among leaders of the leader of subcommunicator `number`; -1: that subcommunicator
    /// had no survivor.
    [[nodiscard]] int rank_of_leader(int number) const noexcept;

  private:
    [[nodiscard]] int host_of(int rank) const noexcept;
    [[nodiscard]] int first_of(int number) const noexcept;
};

} // namespace closeranks
