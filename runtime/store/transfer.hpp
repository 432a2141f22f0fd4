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
///
/// With `start` in between, the program may do something else until `run`, for which all that is
/// to come has room at once.
class Transfer {
  public:
    /// Among the ranks of `comm`, whose errors are returned. `round`: the same at all of them, and
    /// another one each time: what a dead rank sent in an earlier round is no image of this one.
    Transfer(MPI_Comm comm, std::uint64_t round) noexcept : comm_(comm), round_(round) {}

    /// `bytes`, a part of the image `whole`, have to be there until `run` is over.
    void send(std::span<const std::byte> bytes, const Seal &whole, int to);
    void send(const Image &image, int to) { send(image.bytes(), image.seal(), to); }
    void receive(int from) { from_.push_back(from); }

    /// Waits until it is known how much comes from whom, and has it come.
    void start();

    /// Gives what comes to `take`, in the order of the receives, each before the next one needs
    /// room. Throws std::bad_alloc where there is no room, once all others have got what they were
    /// sent.
    void run(const std::function<void(int from, Piece piece)> &take);

    /// Whether all that has started has come to its end.
    [[nodiscard]] bool is_over();
    /// What has room for what is to come.
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
    std::list<Header> headers_; ///< of what is sent
    std::vector<MPI_Request> sends_;
};

} // namespace closeranks::store
