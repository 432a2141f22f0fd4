#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

class Communicator;

/// The parts of a communicator whose layout is hierarchical (docs/developers/layouts.md): this
/// process's local, which is a protected communicator of its own, and that of the masters, the
/// lowest rank of each local. They serve for one epoch of the communicator, which is called the
/// whole here.
struct Hierarchy {
    /// Makes the parts for the epoch of `whole`, by an operation that all its survivors agree on.
    using LayOut = void (*)(Communicator &whole) noexcept;

    int ranks_per_local = 0;         ///< application rank r is in local r / ranks_per_local, unless
    std::vector<int> first_by_local; ///< hosts are the locals: the lowest rank of each, from 0 on
    LayOut lay_out = nullptr;

    bool laid_out = false;              ///< in this epoch
    Communicator *local = nullptr;      ///< nullptr: this process is alone in it
    Comm global;                        ///< at masters, when there are several
    std::vector<int> members;           ///< application ranks that the parts were made of, in order
    std::vector<Communicator *> locals; ///< all that this process has had, which live as long

    [[nodiscard]] int local_of(int rank) const noexcept {
        return first_by_local.empty() ? rank / ranks_per_local : host_of(rank);
    }

    /// The rank of application rank `rank` in its own local; -1: it was missing already.
    [[nodiscard]] int rank_in_local(int rank) const noexcept;

    /// The rank among masters of the one of local `number`; -1: nobody was left of that local.
    [[nodiscard]] int rank_of_master(int number) const noexcept;

  private:
    [[nodiscard]] int host_of(int rank) const noexcept;
    [[nodiscard]] int first_of(int number) const noexcept;
};

} // namespace closeranks
