#include "runtime/store/transfer.hpp"

#include <algorithm>
#include <new>

namespace closeranks::store {

namespace {

constexpr int tag = 0;
constexpr std::size_t longest = std::size_t{1} << 28; // bytes of one message

/// True: the operation has completed without an error.
bool wait_for(MPI_Request &request) { return MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS; }

} // namespace

void Transfer::send(std::span<const std::byte> bytes, const Seal &whole, int to) {
    const Header &header = headers_.emplace_back(Header{round_, bytes.size(), whole});
    post_bytes(std::as_bytes(std::span(&header, 1)), to);
    post_bytes(bytes, to);
}

/// A message to a dead rank is nobody's loss.
void Transfer::post_bytes(std::span<const std::byte> bytes, int to) {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), longest))) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int size = static_cast<int>(std::min(bytes.size(), longest));
        if (MPI_Isend(bytes.data(), size, MPI_BYTE, to, tag, comm_, &request) == MPI_SUCCESS)
            sends_.push_back(request);
    }
}

/// False: the sender has died.
bool Transfer::receive_bytes(int from, std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const std::span<std::byte> next = bytes.first(std::min(bytes.size(), longest));
        if (MPI_Recv(next.data(), static_cast<int>(next.size()), MPI_BYTE, from, tag, comm_,
                     MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        bytes = bytes.subspan(next.size());
    }
    return true;
}

/// Takes the messages without their bytes, so that none is left over.
void Transfer::drop_bytes(const Incoming &incoming) {
    for (std::size_t rest = incoming.header.size; rest > 0; rest -= std::min(rest, longest)) {
        std::byte first{};
        const int code =
            MPI_Recv(&first, 1, MPI_BYTE, incoming.from, tag, comm_, MPI_STATUS_IGNORE);
        int kind = MPI_SUCCESS;
        if (code != MPI_SUCCESS) MPI_Error_class(code, &kind);
        if (kind != MPI_SUCCESS && kind != MPI_ERR_TRUNCATE) return;
    }
}

void Transfer::run(const std::function<void(int from, Piece piece)> &take) {
    std::list<Incoming> all;
    for (const int from : from_) {
        Incoming &one = all.emplace_back(Incoming{.from = from});
        if (MPI_Irecv(&one.header, sizeof(Header), MPI_BYTE, from, tag, comm_, &one.request) !=
            MPI_SUCCESS)
            all.pop_back();
    }
    bool has_room = true;
    for (Incoming &one : all) {
        if (!wait_for(one.request) || one.header.round != round_) continue;
        Piece piece{.bytes = {}, .whole = one.header.whole};
        if (!Image::make_room(piece.bytes, one.header.size)) {
            has_room = false;
            drop_bytes(one);
        } else if (receive_bytes(one.from, piece.bytes)) {
            take(one.from, std::move(piece));
        }
    }
    for (MPI_Request &request : sends_)
        static_cast<void>(wait_for(request));
    if (!has_room) throw std::bad_alloc();
}

} // namespace closeranks::store
