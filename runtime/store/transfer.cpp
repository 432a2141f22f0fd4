#include "runtime/store/transfer.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace closeranks::store {

namespace {

constexpr int tag = 0;
constexpr std::size_t longest = std::size_t{1} << 22; // bytes of one message

/// The target of messages for which there is no room; its contents are not read. (All of a large
/// message is written to a receive for one byte: Quirk::truncation_overwrites.)
std::array<std::byte, longest> nowhere;

/// True: the operation has completed without an error.
bool wait_for(MPI_Request &request) { return MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS; }

/// True if the operation has ended, with or without an error.
bool has_ended(MPI_Request &request) {
    int flag = 0;
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return request == MPI_REQUEST_NULL;
}

} // namespace

void Transfer::send(std::span<const std::byte> bytes, const Seal &whole, int to) {
    const Header &header = headers_.emplace_back(Header{round_, bytes.size(), whole});
    post_bytes(std::as_bytes(std::span(&header, 1)), to);
    post_bytes(bytes, to);
}

/// A message to a failed rank may be lost.
void Transfer::post_bytes(std::span<const std::byte> bytes, int to) {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), longest))) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int size = static_cast<int>(std::min(bytes.size(), longest));
        if (MPI_Isend(bytes.data(), size, MPI_BYTE, to, tag, comm_, &request) == MPI_SUCCESS)
            sends_.push_back(request);
    }
}

/// False: the sender has failed.
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

void Transfer::post_headers() {
    for (const int from : from_) {
        Incoming &one = incoming_.emplace_back(Incoming{.from = from});
        if (MPI_Irecv(&one.header, sizeof(Header), MPI_BYTE, from, tag, comm_, &one.request) !=
            MPI_SUCCESS)
            incoming_.pop_back();
    }
    from_.clear();
}

/// Makes room for the data that the header announces, once the header has arrived. False: no data
/// comes, or there is no room for it.
bool Transfer::make_room(Incoming &one) {
    if (!wait_for(one.request) || one.header.round != round_) return false;
    one.piece.whole = one.header.whole;
    if (Image::make_room(one.piece.bytes, one.header.size)) return true;
    has_room_ = false;
    drop_bytes(one);
    return false;
}

void Transfer::post_parts(Incoming &one) {
    one.is_coming = true;
    for (std::span<std::byte> rest(one.piece.bytes); !rest.empty();) {
        const std::span<std::byte> next = rest.first(std::min(rest.size(), longest));
        MPI_Request &request = one.parts.emplace_back(MPI_REQUEST_NULL);
        if (MPI_Irecv(next.data(), static_cast<int>(next.size()), MPI_BYTE, one.from, tag, comm_,
                      &request) != MPI_SUCCESS)
            one.is_coming = false;
        rest = rest.subspan(next.size());
    }
}

/// False: the sender has failed.
bool Transfer::wait_for_parts(Incoming &one) {
    bool has_all = one.is_coming;
    for (MPI_Request &request : one.parts)
        has_all = wait_for(request) && has_all;
    return has_all;
}

/// Receives the messages without keeping them, so that none is left over.
void Transfer::drop_bytes(const Incoming &incoming) {
    for (std::size_t rest = incoming.header.size; rest > 0;) {
        const std::span<std::byte> next = std::span(nowhere).first(std::min(rest, longest));
        if (!receive_bytes(incoming.from, next)) return;
        rest -= next.size();
    }
}

void Transfer::start() {
    post_headers();
    for (Incoming &one : incoming_)
        if (make_room(one)) post_parts(one);
}

bool Transfer::is_over() {
    const auto all_have = [](std::vector<MPI_Request> &requests) {
        return std::all_of(requests.begin(), requests.end(), has_ended);
    };
    return all_have(sends_) && std::all_of(incoming_.begin(), incoming_.end(), [&](Incoming &one) {
               return has_ended(one.request) && all_have(one.parts);
           });
}

std::size_t Transfer::bytes() const noexcept {
    std::size_t sum = 0;
    for (const Incoming &one : incoming_)
        sum += one.piece.bytes.size();
    return sum;
}

void Transfer::run(const std::function<void(int from, Piece piece)> &take) {
    const bool has_started = !incoming_.empty() || from_.empty();
    post_headers();
    for (Incoming &one : incoming_) {
        const bool is_here = has_started
                                 ? wait_for_parts(one)
                                 : make_room(one) && receive_bytes(one.from, one.piece.bytes);
        if (is_here) take(one.from, std::move(one.piece));
        one.piece = {}; // makes room for the next one
    }
    for (MPI_Request &request : sends_)
        static_cast<void>(wait_for(request));
    if (!has_room_) throw std::bad_alloc();
}

} // namespace closeranks::store
