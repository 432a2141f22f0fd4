#pragma once

#include "runtime/store/image.hpp"

#include <mpi.h>

#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <vector>

namespace closeranks::store {

/// Images on their way between ranks. All sends and receives of a round are given first; then
/// `run` waits for them. Whoever dies meanwhile is missing from what came, and keeps nobody.
class Transfer {
  public:
    /// Among the ranks of `comm`, whose errors are returned. `round`: the same at all of them, and
    /// another one each time: what a dead rank sent in an earlier round is no image of this one.
    Transfer(MPI_Comm comm, std::uint64_t round) noexcept : comm_(comm), round_(round) {}

    /// `image` has to be there until `run` is over.
    void send(const Image &image, int to);
    void receive(int from) { from_.push_back(from); }

    /// What came, by sender. Throws std::bad_alloc where there is no room for it, once all others
    /// have got what they were sent.
    [[nodiscard]] std::map<int, Image> run();

  private:
    struct Header {
        std::uint64_t round;
        std::uint64_t size;
        std::uint32_t checksum;
    };
    struct Incoming {
        int from;
        Header header{};
        MPI_Request request = MPI_REQUEST_NULL;
        Image::Bytes bytes{};
        bool is_there = false;
    };
    void post_bytes(std::span<const std::byte> bytes, int to);
    [[nodiscard]] bool receive_bytes(Incoming &incoming);
    void drop_bytes(const Incoming &incoming);

    MPI_Comm comm_;
    std::uint64_t round_;
    std::vector<int> from_;
    std::list<Header> headers_; ///< of what is sent
    std::vector<MPI_Request> sends_;
};

} // namespace closeranks::store
