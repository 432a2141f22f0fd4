#pragma once

#include "runtime/replication/matching.hpp"
#include "runtime/replication/packet.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace closeranks::replication {

/// Carries messages between ranks over the wire, in channels (channel.hpp), and notices failures.
/// One thread at a time.

/// Called in MPI_Init, when the ranks of all processes are known.
void begin_transport();

/// Handles processes that failed in MPI_Init: called when all else is ready.
void lose_absent();

/// Sets the bytes of messages that this process may keep for twins that lag. A send waits while
/// there are more.
void bound_logs(std::size_t bytes) noexcept;
/// The most that this process has kept at a time, in bytes.
[[nodiscard]] std::size_t most_logged() noexcept;

/// Sends a message to a rank. Its packet has everything but the number, which this returns with the
/// rank. Numbers have to be the same in both processes of this rank. So only calls of the program
/// call it, and never the arrival of a message. Answers have numbers of their own, in the order of
/// the leader's decisions.
MessageId send_message(int rank, const std::shared_ptr<Packet> &packet);

/// How many messages have arrived in this process, by series and rank.
[[nodiscard]] std::vector<std::uint64_t> arrived_messages();

/// Asks the leaders of all ranks for what this twin lacks. For a twin that is behind: the other
/// twins, from which it gets its messages, may wait for this one if it differs.
void ask_leaders_for_messages();

/// Called in MPI_Finalize: serves all live processes until all have come there.
void end_transport();

} // namespace closeranks::replication
