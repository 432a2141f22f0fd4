#pragma once

#include "runtime/openmpi/next_message.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace closeranks {

/// The channel of a send and a receive that belong together. The program made both as the n-th of
/// their tag between two processes on a communicator (MPI 4.1, 4.2.1), and has started both equally
/// often.
struct PartitionChannel {
    std::uint64_t communicator = 0; ///< Identity::global_id
    std::int32_t tag = 0;
    std::uint32_t number = 0;
    std::uint32_t start = 0;
    [[nodiscard]] bool operator==(const PartitionChannel &) const = default;
};

/// A part of the data: packed bytes that belong at `offset` in the data of a channel.
struct PartitionPiece {
    PartitionChannel channel;
    int peer = MPI_PROC_NULL; ///< in the numbering of PartitionTraffic::comm
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes{}; ///< with room at the front for the header of a message

    [[nodiscard]] std::span<std::byte> data() noexcept;
    [[nodiscard]] std::span<const std::byte> data() const noexcept;
};

/// Partitioned communication (MPI 4.1, chapter 4) between processes of MPI_COMM_WORLD; each process
/// has one such object. Every piece is a message with a header that gives its place.
///
/// The MPI's own partitioned calls cannot be used after failures (Quirk::partitioned_on_world,
/// part_persist.h).
///
/// Thread safety: the caller holds `mutex` for each call.
class PartitionTraffic {
  public:
    MPI_Comm comm = MPI_COMM_NULL; ///< Runtime::services

    /// The number of the next channel to (`sends`) or from `peer`.
    [[nodiscard]] std::uint32_t number_channel(std::uint64_t communicator, int peer, int tag,
                                               bool sends);

    /// An empty piece with room for `size` bytes.
    [[nodiscard]] static PartitionPiece make_piece(std::size_t size);

    /// Sends `piece` to its peer. Does not wait for any process, because the piece is a copy.
    void send(PartitionPiece piece) noexcept;

    /// Receives all messages that have arrived, for any channel.
    void receive();

    /// Takes one of the pieces of `channel` that were received from `peer`, in any order.
    [[nodiscard]] std::optional<PartitionPiece> take(const PartitionChannel &channel, int peer);

    Mutex<LockRank::partitions> mutex;

  private:
    struct Outgoing {
        MPI_Request request;
        PartitionPiece piece;
    };

    void reap() noexcept;

    std::map<std::tuple<std::uint64_t, int, int, bool>, std::uint32_t> channels_;
    std::vector<Outgoing> outgoing_;
    std::size_t reap_at_ = 0; ///< the number of sends from which a check for completed ones pays
    std::vector<IncomingMessage> incoming_;
    std::vector<PartitionPiece> arrived_;
};

/// The partitioned traffic of this process.
[[nodiscard]] PartitionTraffic &partition_traffic() noexcept;

} // namespace closeranks
