#pragma once

#include "runtime/store/image.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <list>
#include <span>
#include <vector>

namespace closeranks::store {

/// Data that has arrived: an image, or a part of one.
struct Piece {
    Image::Bytes bytes;
    Seal whole; ///< of the image
};

/// Images and parts of them on their way between ranks. All sends and receives of a round are given
/// first; then `run` waits for them. Data of a rank that fails meanwhile is missing from the
/// result, and no rank waits for it.
///
/// With `start` in between, the program may do other work until `run`. Then there is room for all
/// data of the round at once.
class Transfer {
  public:
    /// For the ranks of `comm`, whose errors are returned. `round`: the same at all ranks, and
    /// another one each time. So data that a failed rank sent in an earlier round is not taken for
    /// this one.
    Transfer(MPI_Comm comm, std::uint64_t round) noexcept : comm_(comm), round_(round) {}

    /// Sends `bytes`, a part of the image `whole`; they must stay until `run` has returned.
    void send(std::span<const std::byte> bytes, const Seal &whole, int to);
    void send(const Image &image, int to) { send(image.bytes(), image.seal(), to); }
    void receive(int from) { from_.push_back(from); }

    /// Waits until the sizes of all data are known, and starts to receive it.
    void start();

    /// Passes arriving data to `take`, in the order of the receives, each piece before the next one
    /// needs room. Throws std::bad_alloc where there is no room, once all other ranks have received
    /// the data sent to them.
    void run(const std::function<void(int from, Piece piece)> &take);

    /// True if all started messages have ended.
    [[nodiscard]] bool is_over();
    /// Bytes of the memory for arriving data.
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    struct Header {
        std::uint64_t round;
        std::uint64_t size;
        Seal whole;
    };
    struct Incoming {
        int from;
        Header header{};
        MPI_Request request = MPI_REQUEST_NULL; ///< of the header
        Piece piece{};
        bool is_coming = false;           ///< there was room
        std::vector<MPI_Request> parts{}; ///< of the bytes
    };
    void post_bytes(std::span<const std::byte> bytes, int to);
    [[nodiscard]] bool receive_bytes(int from, std::span<std::byte> bytes);
    void post_headers();
    [[nodiscard]] bool make_room(Incoming &one);
    void post_parts(Incoming &one);
    [[nodiscard]] static bool wait_for_parts(Incoming &one);
    void drop_bytes(const Incoming &incoming);

    MPI_Comm comm_;
    std::uint64_t round_;
    std::vector<int> from_;
    std::list<Incoming> incoming_;
    bool has_room_ = true;
    std::list<Header> headers_; ///< of the sent data
    std::vector<MPI_Request> sends_;
};

} // namespace closeranks::store
