#include "runtime/messages/partition_traffic.hpp"

#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstring>

namespace closeranks {

namespace {

constexpr int tag = 0;

struct Header {
    PartitionChannel channel;
    std::uint64_t offset = 0;
};

/// True when the operation is over; `*code` is its outcome then.
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

std::byte *PartitionPiece::data() const noexcept { return bytes.get() + sizeof(Header); }

std::uint32_t PartitionTraffic::number_channel(std::uint64_t communicator, int peer, int tag,
                                               bool sends) {
    return channels_[{communicator, peer, tag, sends}]++;
}

PartitionPiece PartitionTraffic::make_piece(std::size_t size) {
    PartitionPiece piece;
    piece.size = size;
    piece.bytes = std::make_unique<std::byte[]>(sizeof(Header) + size);
    return piece;
}

void PartitionTraffic::send(PartitionPiece piece) noexcept {
    reap();
    const Header header{piece.channel, piece.offset};
    std::memcpy(piece.bytes.get(), &header, sizeof header);
    Moving moving{MPI_REQUEST_NULL, std::move(piece)};
    const auto length = static_cast<int>(sizeof header + moving.piece.size);
    // An error means that the receiver died: nobody is left who wanted it.
    if (real.Isend(moving.piece.bytes.get(), length, MPI_BYTE, moving.piece.peer, tag, comm.get(),
                   &moving.request) == MPI_SUCCESS)
        outgoing_.push_back(std::move(moving));
}

void PartitionTraffic::reap() noexcept {
    constexpr std::size_t few = 32;
    if (outgoing_.size() < reap_at_) return;
    int code = MPI_SUCCESS;
    std::erase_if(outgoing_, [&](Moving &moving) { return is_over(moving.request, &code); });
    reap_at_ = std::max(2 * outgoing_.size(), few);
}

void PartitionTraffic::receive() {
    for (;;) {
        int found = 0;
        int length = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (real.Improbe(MPI_ANY_SOURCE, tag, comm.get(), &found, &message, &status) !=
                MPI_SUCCESS ||
            found == 0)
            break;
        static_cast<void>(real.Get_count(&status, MPI_BYTE, &length));
        Moving moving{MPI_REQUEST_NULL,
                      make_piece(static_cast<std::size_t>(length) - sizeof(Header))};
        moving.piece.peer = status.MPI_SOURCE;
        if (real.Imrecv(moving.piece.bytes.get(), length, MPI_BYTE, &message, &moving.request) ==
            MPI_SUCCESS)
            incoming_.push_back(std::move(moving));
    }
    std::erase_if(incoming_, [&](Moving &moving) {
        int code = MPI_SUCCESS;
        if (!is_over(moving.request, &code)) return false;
        if (code != MPI_SUCCESS) return true; // the sender died within it
        Header header;
        std::memcpy(&header, moving.piece.bytes.get(), sizeof header);
        moving.piece.channel = header.channel;
        moving.piece.offset = header.offset;
        arrived_.push_back(std::move(moving.piece));
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
