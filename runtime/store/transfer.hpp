#pragma once

#include "runtime/store/image.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <list>
#include <span>
#include <vector>

namespace closeranks::store {

/// What came: an image, or a part of one.
struct Piece {
    Image::Bytes bytes;
    Seal whole; ///< of the image
};

/// Images and parts of them on their way between ranks. All sends and receives of a round are given
/// first; then `run` waits for them. Whoever dies meanwhile is missing from what came, and keeps
/// nobody.
class Transfer {
  public:
    /// Among the ranks of `comm`, whose errors are returned. `round`: the same at all of them, and
    /// another one each time: what a dead rank sent in an earlier round is no image of this one.
    Transfer(MPI_Comm comm, std::uint64_t round) noexcept : comm_(comm), round_(round) {}

    /// `bytes`, a part of the image `whole`, have to be there until `run` is over.
    void send(std::span<const std::byte> bytes, const Seal &whole, int to);
    void send(const Image &image, int to) { send(image.bytes(), image.seal(), to); }
    void receive(int from) { from_.push_back(from); }

    /// Gives what comes to `take`, in the order of the receives, each before the next one needs
    /// room. Throws std::bad_alloc where there is no room, once all others have got what they were
    /// sent.
    void run(const std::function<void(int from, Piece piece)> &take);

  private:
    struct Header {
        std::uint64_t round;
        std::uint64_t size;
        Seal whole;
    };
    struct Incoming {
        int from;
        Header header{};
        MPI_Request request = MPI_REQUEST_NULL;
    };
    void post_bytes(std::span<const std::byte> bytes, int to);
    [[nodiscard]] bool receive_bytes(int from, std::span<std::byte> bytes);
    void drop_bytes(const Incoming &incoming);

    MPI_Comm comm_;
    std::uint64_t round_;
    std::vector<int> from_;
    std::list<Header> headers_; ///< of what is sent
    std::vector<MPI_Request> sends_;
};

} // namespace closeranks::store
