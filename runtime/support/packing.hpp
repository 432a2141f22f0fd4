#pragma once

#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

namespace closeranks {

/// A copy of the data that a call sends, while a receive writes to the place of the data: packed,
/// or as in the program's memory if it has more bytes than the MPI can count.
class Packed {
  public:
    /// Copies `count` elements for `comm`. Returns the real call's code.
    [[nodiscard]] int pack(MPI_Comm comm, const void *buf, MPI_Count count,
                           MPI_Datatype datatype) noexcept {
        constexpr MPI_Count longest = std::numeric_limits<LargeCount>::max();
        LargeCount room = 0;
        const int code = CLOSERANKS_LARGE(Pack_size)(count, datatype, comm, &room);
        if (code != MPI_SUCCESS) return code;
        if (count > 0 && extent_of(datatype).size > longest / count) {
            copy(buf, count, datatype);
            return MPI_SUCCESS;
        }
        // Never empty: Open MPI rejects nullptr.
        bytes_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(room) + 1);
        data_ = bytes_.get();
        count_ = 0;
        return CLOSERANKS_LARGE(Pack)(buf, count, datatype, bytes_.get(), room, &count_, comm);
    }

    /// The copy, as the arguments of a send.
    [[nodiscard]] const void *data() const noexcept { return data_; }
    [[nodiscard]] LargeCount count() const noexcept { return count_; }
    [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

    /// Never frees the memory, because an operation may still read it.
    void give_up() noexcept { static_cast<void>(bytes_.release()); }

  private:
    void copy(const void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
        const DatatypeExtent layout = extent_of(datatype);
        const MPI_Aint last = layout.extent * (count - 1); // before the first if negative
        const MPI_Aint begin = layout.true_lower_bound + std::min<MPI_Aint>(last, 0);
        bytes_ = std::make_unique_for_overwrite<std::byte[]>(
            static_cast<std::size_t>(layout.true_extent + (last < 0 ? -last : last)));
        std::byte *const place = bytes_.get() - begin;
        copy_elements(buf, place, count, datatype);
        data_ = place;
        count_ = static_cast<LargeCount>(count);
        type_ = datatype;
    }

    std::unique_ptr<std::byte[]> bytes_;
    const void *data_ = nullptr;
    LargeCount count_ = 0;
    MPI_Datatype type_ = MPI_PACKED;
};

} // namespace closeranks
