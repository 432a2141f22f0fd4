#pragma once

#include "runtime/support/kept_datatype.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The program's buffer of a partitioned message: partitions of elements of any datatype, seen as
/// packed bytes.
class PartitionedBuffer {
  public:
    /// `count`: elements of one partition.
    PartitionedBuffer(std::byte *buf, MPI_Count count, MPI_Datatype datatype) noexcept
        : buf_(buf), count_(count), datatype_(datatype) {
        MPI_Aint lower_bound = 0;
        static_cast<void>(real.Type_get_extent(datatype_.get(), &lower_bound, &extent_));
        static_cast<void>(real.Type_size_x(datatype_.get(), &size_));
    }

    /// Packed bytes of one partition.
    [[nodiscard]] std::uint64_t partition_size() const noexcept {
        return static_cast<std::uint64_t>(count_ * size_);
    }

    /// Calls `use(address, elements, offset)` for runs of elements that together are the partitions
    /// `low` to `high`. The packed size of a run fits an int; `offset` is the place of its packed
    /// bytes in the whole buffer.
    template <typename Use> void for_each_run(int low, int high, Use use) const noexcept {
        constexpr MPI_Count longest = MPI_Count{1} << 26;
        const MPI_Count step = std::max(longest / std::max(size_, MPI_Count{1}), MPI_Count{1});
        const MPI_Count end = (high + MPI_Count{1}) * count_;
        for (MPI_Count element = low * count_; element < end; element += step)
            use(buf_ + element * extent_, static_cast<int>(std::min(step, end - element)),
                static_cast<std::uint64_t>(element * size_));
    }

    [[nodiscard]] int bytes_of(int elements) const noexcept {
        return static_cast<int>(elements * size_);
    }
    [[nodiscard]] MPI_Datatype datatype() const noexcept { return datatype_.get(); }

  private:
    std::byte *buf_;
    MPI_Count count_;
    KeptDatatype datatype_;
    MPI_Aint extent_ = 0;
    MPI_Count size_ = 0;
};

} // namespace closeranks
