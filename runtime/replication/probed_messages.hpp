#pragma once

#include "runtime/replication/matching.hpp"

#include <mpi.h>

#include <map>
#include <optional>

namespace closeranks::replication {

/// A message that a matching probe has found, until it is received.
struct ProbedMessage {
    Arrived arrived;
    MPI_Comm comm = MPI_COMM_NULL;
};

/// Probed messages by the program's handles. Each handle is a real one of an empty message of this
/// process to itself, so that Fortran has a number for it.
class ProbedMessages {
  public:
    [[nodiscard]] int add(ProbedMessage message, MPI_Message *handle);
    /// Removes the message, and the handle becomes MPI_MESSAGE_NULL; nothing: the library does not
    /// know the handle.
    [[nodiscard]] std::optional<ProbedMessage> take(MPI_Message *handle);

  private:
    std::map<MPI_Message, ProbedMessage> by_handle_;
};

[[nodiscard]] ProbedMessages &probed_messages() noexcept;

} // namespace closeranks::replication
