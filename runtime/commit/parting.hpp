#pragma once

#include "runtime/core/communicator.hpp"

#include <mpi.h>

#include <cstdint>
#include <list>
#include <vector>

namespace closeranks {

/// Communicators that the program has freed and that other members may still ask about
/// (docs/developers/commit.md): MPI_Comm_free waits for nobody, since programs free in different
/// orders. What we keep of one stays until all survivors have freed it, which they find out by
/// votes beside the program.
///
/// Thread safety: to be used in a RecoveryTurn.
class Partings {
  public:
    /// `c` begins to part, or does so when its nonblocking collectives have ended. It holds a
    /// reference.
    void add(Communicator &c) noexcept;

    /// Goes on with all; waits for nobody.
    void advance() noexcept;

    /// True while some part.
    [[nodiscard]] bool any() const noexcept { return !parting_.empty(); }

    /// True while `c` parts, and so is in a vote or about to be.
    [[nodiscard]] bool has(const Communicator &c) const noexcept;

    /// Calls `act` with each that parts.
    template <typename Act> void for_each(Act act) const noexcept {
        for (const Parting &parting : parting_)
            act(*parting.communicator);
    }

    /// Those that have parted since the last time. Who takes them gives up their references.
    [[nodiscard]] std::vector<Communicator *> take_parted() noexcept;

  private:
    struct Parting {
        Communicator *communicator;
        MPI_Request vote = MPI_REQUEST_NULL;
        int flag = 0;
    };
    [[nodiscard]] static bool has_parted(Parting &parting) noexcept;

    std::list<Parting> parting_; ///< the MPI writes into the flags, so they stay where they are
    std::vector<Communicator *> parted_;
};

} // namespace closeranks
