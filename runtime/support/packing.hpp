#pragma once

#include "runtime/support/large.hpp"

#include <cstddef>
#include <memory>

namespace closeranks {

/// A packed copy of the data that a call sends.
class Packed {
  public:
    /// Packs `count` elements for `comm`. Returns the real call's code.
    [[nodiscard]] int pack(MPI_Comm comm, const void *buf, MPI_Count count,
                           MPI_Datatype datatype) noexcept {
        LargeCount room = 0;
        const int code = CLOSERANKS_LARGE(Pack_size)(count, datatype, comm, &room);
        if (code != MPI_SUCCESS) return code;
        // Never empty: Open MPI rejects nullptr.
        bytes_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(room) + 1);
        size_ = 0;
        return CLOSERANKS_LARGE(Pack)(buf, count, datatype, bytes_.get(), room, &size_, comm);
    }

    [[nodiscard]] const std::byte *data() const noexcept { return bytes_.get(); }
    [[nodiscard]] LargeCount size() const noexcept { return size_; }

    /// Never frees the memory, because an operation may still read it.
    void give_up() noexcept { static_cast<void>(bytes_.release()); }

  private:
    std::unique_ptr<std::byte[]> bytes_;
    LargeCount size_ = 0;
};

} // namespace closeranks
