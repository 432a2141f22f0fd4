#pragma once

#include "runtime/core/communicator.hpp"

#include <mpi.h>

#include <cstdint>
#include <list>
#include <vector>

namespace closeranks {

/// Deferred frees: communicators that the program has freed while other members may still ask about
/// them (docs/developers/commit.md). MPI_Comm_free waits for no member, because programs free in
/// different orders. The state of such a communicator stays until all survivors have freed it. They
/// find that out by votes that run beside the program.
///
/// Thread safety: to be used in a RecoveryTurn.
class Partings {
  public:
    /// Begins the deferred free of `c`, at the latest when its nonblocking collectives have ended
    /// and the program has freed the persistent ones. It holds a reference.
    void add(Communicator &c) noexcept;

    /// Advances all deferred frees, without waiting.
    void advance() noexcept;

    /// True while a free is deferred.
    [[nodiscard]] bool any() const noexcept { return !parting_.empty(); }

    /// True while the free of `c` is deferred: then `c` is in a vote or about to be.
    [[nodiscard]] bool has(const Communicator &c) const noexcept;

    /// Calls `act` with each communicator whose free is deferred.
    template <typename Act> void for_each(Act act) const noexcept {
        for (const Parting &parting : parting_)
            act(*parting.communicator);
    }

    /// The communicators whose deferred free has ended since the last call. The caller gives up
    /// their references.
    [[nodiscard]] std::vector<Communicator *> take_parted() noexcept;

  private:
    struct Parting {
        Communicator *communicator;
        MPI_Request vote = MPI_REQUEST_NULL;
        int flag = 0;
    };
    [[nodiscard]] static bool has_parted(Parting &parting) noexcept;

    std::list<Parting> parting_; ///< the MPI writes into the flags, so they must not move
    std::vector<Communicator *> parted_;
};

} // namespace closeranks
