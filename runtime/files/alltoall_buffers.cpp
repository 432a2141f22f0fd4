#include "runtime/files/alltoall_buffers.hpp"

#include "runtime/collectives/compacted_collectives.hpp"
#include "runtime/commit/collective.hpp"

#include <algorithm>
#include <numeric>

namespace closeranks {

namespace {

/// One side of an exchange: the places of the elements for each member, or from each.
struct Side {
    void *at;
    const int *counts;
    const int *displs;
};

void exchange(Communicator &members, Function function, Side out, Side in,
              MPI_Datatype type) noexcept {
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoallv(out.at, out.counts, out.displs, type, in.at, in.counts, in.displs,
                              type, working);
    };
    auto compacted = [&](MPI_Comm working, int) {
        const Compacted out_counts(members, out.counts);
        const Compacted out_displs(members, out.displs);
        const Compacted in_counts(members, in.counts);
        const Compacted in_displs(members, in.displs);
        return real.Alltoallv(out.at, out_counts.data(), out_displs.data(), type, in.at,
                              in_counts.data(), in_displs.data(), type, working);
    };
    const auto describe = [&](auto &call) {
        return Operation{.function = function, .native = call, .compacted = compacted};
    };
    // The arguments come from the library and are right, and failures are repaired: there is no
    // other error.
    static_cast<void>(run_collective(members, native, describe));
}

} // namespace

void AlltoallBuffers::clear() {
    bytes_.clear();
    std::fill(lengths_.begin(), lengths_.end(), 0);
    std::fill(begins_.begin(), begins_.end(), 0);
}

void AlltoallBuffers::begin(int member) {
    bytes_.resize((bytes_.size() + unit - 1) / unit * unit);
    current_ = static_cast<std::size_t>(member);
    begins_[current_] = static_cast<int>(bytes_.size());
}

void AlltoallBuffers::add(const void *bytes, std::size_t length) {
    const auto *const from = static_cast<const std::byte *>(bytes);
    bytes_.insert(bytes_.end(), from, from + length);
    lengths_[current_] += static_cast<int>(length);
}

void AlltoallBuffers::expect(int member, std::size_t length) {
    begin(member);
    bytes_.resize(bytes_.size() + length);
    lengths_[current_] = static_cast<int>(length);
}

void AlltoallBuffers::expect_all(Communicator &members, Function function,
                                 const AlltoallBuffers &out) noexcept {
    const std::vector<int> ones(lengths_.size(), 1);
    std::vector<int> places(lengths_.size());
    std::iota(places.begin(), places.end(), 0);
    std::vector<int> from(lengths_.size()); // nothing from missing members
    std::vector<int> to = out.lengths_;
    exchange(members, function, {to.data(), ones.data(), places.data()},
             {from.data(), ones.data(), places.data()}, MPI_INT);
    clear();
    for (int member = 0; member < members.size; ++member)
        expect(member, static_cast<std::size_t>(from[static_cast<std::size_t>(member)]));
}

void AlltoallBuffers::receive(Communicator &members, Function function,
                              const AlltoallBuffers &out) noexcept {
    exchange(members, function,
             {const_cast<std::byte *>(out.bytes_.data()), // only ever read
              out.lengths_.data(), out.begins_.data()},
             {bytes_.data(), lengths_.data(), begins_.data()}, MPI_BYTE);
}

} // namespace closeranks
