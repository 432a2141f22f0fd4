#pragma once

#include "runtime/support/real.hpp"

#include <cstddef>
#include <memory>

namespace closeranks {

/// A packed copy of what a call sends.
class Packed {
  public:
    /// Packs `count` elements for `comm`. Returns the real call's code.
    [[nodiscard]] int pack(MPI_Comm comm, const void *buf, int count,
                           MPI_Datatype datatype) noexcept {
        int room = 0;
        const int code = real.Pack_size(count, datatype, comm, &room);
        if (code != MPI_SUCCESS) return code;
        // Never empty: Open MPI rejects nullptr.
        bytes_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(room) + 1);
        size_ = 0;
        return real.Pack(buf, count, datatype, bytes_.get(), room, &size_, comm);
    }

    [[nodiscard]] const std::byte *data() const noexcept { return bytes_.get(); }
    [[nodiscard]] int size() const noexcept { return size_; }

    /// Leaves the memory to whoever still reads it.
    void give_up() noexcept { static_cast<void>(bytes_.release()); }

  private:
    std::unique_ptr<std::byte[]> bytes_;
    int size_ = 0;
};

} // namespace closeranks
