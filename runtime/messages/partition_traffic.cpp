#include "runtime/messages/partition_traffic.hpp"

#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/service_tag.hpp"

#include <algorithm>
#include <cstring>

namespace closeranks {

namespace {

using service_tag::partitions;

struct Header {
    PartitionChannel channel;
    std::uint64_t offset = 0;
};

/// True when the operation has ended; then `*code` is its outcome.
[[nodiscard]] bool is_over(MPI_Request &request, int *code) noexcept {
    int flag = 0;
    *code = real.Test(&request, &flag, MPI_STATUS_IGNORE);
    return flag != 0 || *code != MPI_SUCCESS;
}

} // namespace

PartitionTraffic &partition_traffic() noexcept {
    static NeverDestroyed<PartitionTraffic> of_this_process;
    return of_this_process.value;
}

std::span<std::byte> PartitionPiece::data() noexcept {
    return std::span(bytes).subspan(sizeof(Header));
}

std::span<const std::byte> PartitionPiece::data() const noexcept {
    return std::span(bytes).subspan(sizeof(Header));
}

std::uint32_t PartitionTraffic::number_channel(std::uint64_t communicator, int peer, int tag,
                                               bool sends) {
    return channels_[{communicator, peer, tag, sends}]++;
}

PartitionPiece PartitionTraffic::make_piece(std::size_t size) {
    PartitionPiece piece;
    piece.bytes.resize(sizeof(Header) + size);
    return piece;
}

void PartitionTraffic::send(PartitionPiece piece) noexcept {
    reap();
    const Header header{piece.channel, piece.offset};
    std::memcpy(piece.bytes.data(), &header, sizeof header);
    MPI_Request request = MPI_REQUEST_NULL;
    // An error means that the receiver has failed: no process is left that needs the piece.
    if (real.Isend(piece.bytes.data(), static_cast<int>(piece.bytes.size()), MPI_BYTE, piece.peer,
                   partitions, comm, &request) == MPI_SUCCESS)
        outgoing_.push_back({request, std::move(piece)});
}

void PartitionTraffic::reap() noexcept {
    constexpr std::size_t few = 32;
    if (outgoing_.size() < reap_at_) return;
    int code = MPI_SUCCESS;
    std::erase_if(outgoing_, [&](Outgoing &message) { return is_over(message.request, &code); });
    reap_at_ = std::max(2 * outgoing_.size(), few);
}

void PartitionTraffic::receive() {
    while (auto message = begin_next_message(comm, partitions))
        incoming_.push_back(*std::move(message));
    std::erase_if(incoming_, [&](IncomingMessage &message) {
        int code = MPI_SUCCESS;
        if (!is_over(message.request, &code)) return false;
        if (code != MPI_SUCCESS) return true; // the sender failed before all of the message arrived
        Header header;
        std::memcpy(&header, message.bytes.data(), sizeof header);
        arrived_.push_back(
            {header.channel, message.source, header.offset, std::move(message.bytes)});
        return true;
    });
}

std::optional<PartitionPiece> PartitionTraffic::take(const PartitionChannel &channel, int peer) {
    const auto found = std::find_if(arrived_.begin(), arrived_.end(), [&](const auto &piece) {
        return piece.peer == peer && piece.channel == channel;
    });
    if (found == arrived_.end()) return std::nullopt;
    std::swap(*found, arrived_.back());
    std::optional<PartitionPiece> piece(std::move(arrived_.back()));
    arrived_.pop_back();
    return piece;
}

} // namespace closeranks
