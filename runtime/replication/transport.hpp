#pragma once

#include "runtime/replication/matching.hpp"
#include "runtime/replication/packet.hpp"

#include <cstddef>
#include <memory>

namespace closeranks::replication {

/// Carries messages between ranks over the wire, in channels (channel.hpp), and hears of deaths.
/// One thread at a time.

/// In MPI_Init, when it is known who is who.
void begin_transport();

/// The processes that died in MPI_Init have died: when all else is ready.
void lose_absent();

/// How many bytes of messages this process may keep for twins that lag. A send waits while there
/// are more.
void bound_logs(std::size_t bytes) noexcept;
/// The most that this process has kept at a time, in bytes.
[[nodiscard]] std::size_t most_logged() noexcept;

/// Sends a message to a rank: its packet has everything but the number, which this returns with the
/// rank. Numbers have to be the same in both processes of this rank: to be called by calls of the
/// program, and never by what arrives.
MessageId send_message(int rank, const std::shared_ptr<Packet> &packet);

/// In MPI_Finalize: serves all living processes until all are there.
void end_transport();

} // namespace closeranks::replication
