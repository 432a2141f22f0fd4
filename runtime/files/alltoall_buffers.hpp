#pragma once

#include "runtime/core/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace closeranks {

/// Bytes for each member of a communicator, or from each. They begin at multiples of `unit`.
class AlltoallBuffers {
  public:
    static constexpr std::size_t unit = 16;

    explicit AlltoallBuffers(int members)
        : lengths_(static_cast<std::size_t>(members)), begins_(lengths_.size()) {}

    void clear();

    /// Begins the parcel of `member`; data that is added afterwards belongs to it.
    void begin(int member);
    void add(const void *bytes, std::size_t length);

    [[nodiscard]] std::span<const std::byte> of(int member) const noexcept {
        const auto m = static_cast<std::size_t>(member);
        return {bytes_.data() + begins_[m], static_cast<std::size_t>(lengths_[m])};
    }

    /// Makes room for a parcel of `length` bytes from `member`.
    void expect(int member, std::size_t length);

    /// Every member learns how much data it will get, and makes room for it.
    void expect_all(Communicator &members, Function function, const AlltoallBuffers &out) noexcept;

    /// Every member gets the data that the others have in `out` for it; it must know the lengths.
    /// Data of a member that failed may be there in part; see is_missing().
    void receive(Communicator &members, Function function, const AlltoallBuffers &out) noexcept;

  private:
    std::vector<std::byte> bytes_;
    std::vector<int> lengths_;
    std::vector<int> begins_;
    std::size_t current_ = 0;
};

} // namespace closeranks
