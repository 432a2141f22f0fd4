#pragma once

#include <mpi.h>

namespace closeranks {

/// Open MPI counts down a number of this process for the epochs of its communicators. The members
/// of a new communicator agree on the lowest of their numbers, and each member has to continue from
/// there: otherwise two communicators may share the identifiers of their agreements (Quirk::epoch).
class CommEpochs {
  public:
    /// Finds the number in Open MPI's memory; MPI must be initialised. False: it was not found, and
    /// the functions below must not be called.
    [[nodiscard]] static bool prepare() noexcept;

    /// The epoch of a communicator; 0: none was agreed on.
    [[nodiscard]] static int of(MPI_Comm comm) noexcept;

    /// Lets this process continue from an epoch on which it has agreed with others.
    static void go_on_from(int epoch) noexcept;
};

/// Where Open MPI does not do that itself, it is done for each communicator from now on.
void keep_comm_epochs_apart() noexcept;

} // namespace closeranks
