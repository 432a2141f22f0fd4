#include "runtime/windows/other_host_memory.hpp"

#include "runtime/support/typed_data.hpp"
#include "runtime/windows/rma_server.hpp"
#include "runtime/windows/window.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace closeranks {

namespace {

constexpr std::size_t most_bytes = 256 * 1024; // of memory in one request
constexpr std::size_t most_segments = 4096;

void append(std::vector<std::byte> &message, const void *from, std::size_t bytes) {
    const auto *const begin = static_cast<const std::byte *>(from);
    message.insert(message.end(), begin, begin + bytes);
}

} // namespace

/// Cuts segments into pieces for one request each: whole elements of `element` bytes.
class OtherHostMemory::Pieces {
  public:
    Pieces(std::span<const Segment> segments, std::size_t element) noexcept
        : left_(segments), element_(element) {}

    /// False: there is no further piece.
    [[nodiscard]] bool next() noexcept {
        piece_.clear();
        bytes_ = 0;
        for (const Segment &segment : left_.first(std::min(most_segments, left_.size())))
            bytes_ += segment.length;
        bytes_ = std::min(bytes_ - std::min(bytes_, skipped_), most_bytes);
        bytes_ -= bytes_ % element_;
        for (std::size_t missing = bytes_; missing != 0;) {
            const Segment &segment = left_.front();
            const std::size_t length = std::min(missing, segment.length - skipped_);
            if (length != 0)
                piece_.push_back({.offset = segment.offset + skipped_, .length = length});
            missing -= length;
            skipped_ += length;
            if (skipped_ < segment.length) continue;
            left_ = left_.subspan(1);
            skipped_ = 0;
        }
        return bytes_ != 0;
    }

    [[nodiscard]] std::span<const Segment> segments() const noexcept { return piece_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    /// The bytes of the piece, one after the other, from an image; and back.
    [[nodiscard]] std::vector<std::byte> gather(const std::byte *image) const {
        std::vector<std::byte> row;
        row.reserve(bytes_);
        for (const Segment &segment : piece_)
            append(row, image + segment.offset, segment.length);
        return row;
    }
    void scatter(const std::vector<std::byte> &row, std::byte *image) const noexcept {
        std::size_t at = 0;
        for (const Segment &segment : piece_) {
            std::memcpy(image + segment.offset, &row[at], segment.length);
            at += segment.length;
        }
    }

  private:
    std::span<const Segment> left_;
    std::size_t element_;
    std::size_t skipped_ = 0; ///< of the first remaining segment
    std::vector<Segment> piece_;
    std::size_t bytes_ = 0;
};

/// The data of a request and of its answer.
struct OtherHostMemory::Rows {
    std::span<const Segment> segments;
    std::span<const std::byte> sent;
    std::span<std::byte> received;
};

std::uint32_t OtherHostMemory::claim() const noexcept {
    return static_cast<std::uint32_t>(window_.held_at(rank_).load());
}

/// Returns the error of the answer; ESRCH when there is no answer.
int OtherHostMemory::call(const WindowRequest &request, const Rows &rows,
                          WindowAnswer &answer) const noexcept {
    std::vector<std::byte> message;
    message.reserve(sizeof(request) + rows.segments.size_bytes() + rows.sent.size());
    append(message, &request, sizeof(request));
    append(message, rows.segments.data(), rows.segments.size_bytes());
    append(message, rows.sent.data(), rows.sent.size());
    std::vector<std::byte> reply(sizeof(answer) + rows.received.size());
    if (!rma_server().ask(window_, rank_, std::move(message), reply)) {
        // So that the program's call notices the failure.
        if (!window_.is_gone(rank_)) WindowWait::look();
        answer.error = ESRCH;
        return ESRCH;
    }
    std::memcpy(&answer, reply.data(), sizeof(answer));
    if (answer.error == 0 && !rows.received.empty())
        std::memcpy(rows.received.data(), reply.data() + sizeof(answer), rows.received.size());
    return answer.error;
}

/// For a request that accumulating calls of other processes must not overlap.
int OtherHostMemory::call_alone(WindowRequest &request, const Rows &rows,
                                WindowAnswer &answer) const noexcept {
    request.expected = 0;
    for (WindowWait wait; call(request, rows, answer) == EBUSY; wait.turn())
        request.expected = window_.is_gone(static_cast<int>(answer.value) - 1) ? answer.value : 0;
    return answer.error;
}

int OtherHostMemory::read(std::byte *image, std::uintptr_t address,
                          std::span<const Segment> segments) const noexcept {
    for (Pieces pieces(segments, 1); pieces.next();) {
        WindowRequest request{.kind = WindowRequest::Kind::read};
        request.segments = static_cast<std::uint32_t>(pieces.segments().size());
        request.address = address;
        WindowAnswer answer;
        std::vector<std::byte> row(pieces.bytes());
        if (const int error = call(request, {pieces.segments(), {}, row}, answer); error != 0)
            return error;
        pieces.scatter(row, image);
    }
    return 0;
}

int OtherHostMemory::write(const std::byte *image, std::uintptr_t address,
                           std::span<const Segment> segments) const noexcept {
    for (Pieces pieces(segments, 1); pieces.next();) {
        WindowRequest request{.kind = WindowRequest::Kind::write};
        request.claim = claim();
        request.segments = static_cast<std::uint32_t>(pieces.segments().size());
        request.address = address;
        WindowAnswer answer;
        const std::vector<std::byte> row = pieces.gather(image);
        if (const int error = call(request, {pieces.segments(), row, {}}, answer); error != 0)
            return error;
    }
    return 0;
}

int OtherHostMemory::combine(const Change &change, std::uintptr_t address,
                             std::span<const Segment> segments, int &code) const noexcept {
    int element = 1;
    static_cast<void>(real.Type_size(change.basic, &element));
    for (Pieces pieces(segments, static_cast<std::size_t>(element)); pieces.next();) {
        WindowRequest request{.kind = WindowRequest::Kind::combine};
        request.claim = claim();
        request.segments = static_cast<std::uint32_t>(pieces.segments().size());
        request.fetches = change.before != nullptr ? 1 : 0;
        request.type = real.Type_c2f(change.basic);
        request.op = real.Op_c2f(change.op);
        request.address = address;
        WindowAnswer answer;
        std::vector<std::byte> sent;
        if (change.op != MPI_NO_OP) sent = pieces.gather(change.from);
        std::vector<std::byte> before(change.before != nullptr ? pieces.bytes() : 0);
        const int error = call_alone(request, {pieces.segments(), sent, before}, answer);
        code = answer.code;
        if (error != 0 || code != MPI_SUCCESS) return error;
        if (change.before != nullptr) pieces.scatter(before, change.before);
    }
    return 0;
}

int OtherHostMemory::swap(std::uintptr_t address, std::size_t bytes, const void *expected,
                          const void *wanted, std::byte *before) const noexcept {
    WindowRequest request{.kind = WindowRequest::Kind::swap};
    request.claim = claim();
    request.segments = 1;
    request.address = address;
    const Segment segment{.offset = 0, .length = bytes};
    std::vector<std::byte> sent;
    append(sent, expected, bytes);
    append(sent, wanted, bytes);
    WindowAnswer answer;
    return call_alone(request, {{&segment, 1}, sent, {before, bytes}}, answer);
}

WindowAnswer OtherHostMemory::ask(WindowRequest::Kind kind, std::size_t place,
                                  std::uint32_t expected, std::uint32_t value) const noexcept {
    WindowRequest request{.kind = kind};
    request.place = static_cast<std::uint32_t>(place);
    request.expected = expected;
    request.value = value;
    WindowAnswer answer;
    static_cast<void>(call(request, {}, answer));
    return answer;
}

std::uint32_t OtherHostMemory::load(std::size_t place) const noexcept {
    return ask(WindowRequest::Kind::load, place, 0, 0).value;
}

void OtherHostMemory::store(std::size_t place, std::uint32_t value) const noexcept {
    static_cast<void>(ask(WindowRequest::Kind::store, place, 0, value));
}

bool OtherHostMemory::exchange(std::size_t place, std::uint32_t &expected,
                               std::uint32_t value) const noexcept {
    const WindowAnswer answer = ask(WindowRequest::Kind::exchange, place, expected, value);
    if (answer.error != 0 || answer.value == expected) return true;
    expected = answer.value;
    return false;
}

int OtherHostMemory::next_holder(int rank) const noexcept {
    const auto from = static_cast<std::size_t>(rank);
    const WindowAnswer answer = ask(WindowRequest::Kind::find_holder, from, 0, 0);
    return answer.error != 0 ? window_.size : static_cast<int>(answer.value);
}

} // namespace closeranks
