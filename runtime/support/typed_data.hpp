#pragma once

#include "runtime/support/known_sizes.hpp"
#include "runtime/support/segment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace closeranks {

/// Elements of a datatype in memory, as a call of one-sided communication names them. Datatypes are
/// never taken apart here: the MPI packs and unpacks them.
///
/// The *data* of elements is the row of bytes into which they are packed. For derived datatypes it
/// may be up to 2 GiB long, and longer where the MPI has large forms.
struct TypedData {
    const void *at = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// The bytes of one element if it is one of the MPI's own types without gaps; else 0.
[[nodiscard]] inline std::size_t plain_size(MPI_Datatype type) noexcept {
    return known_sizes.find(type);
}

/// The layout of the elements in memory, relative to their address.
class DataLayout {
  public:
    DataLayout(MPI_Count count, MPI_Datatype type) noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; } ///< of the data
    /// True if the data is in memory as it is packed: then memory can be copied.
    [[nodiscard]] bool is_plain() const noexcept { return plain_; }
    [[nodiscard]] std::ptrdiff_t begin() const noexcept { return begin_; }
    [[nodiscard]] std::ptrdiff_t end() const noexcept { return end_; }

  private:
    std::size_t bytes_ = 0;
    std::ptrdiff_t begin_ = 0;
    std::ptrdiff_t end_ = 0;
    bool plain_ = false;
};

/// The data of elements: in place if they are plain and for the CPU, else a packed copy.
class Data {
  public:
    /// Returns MPI_SUCCESS or the real call's code.
    [[nodiscard]] int read(const TypedData &from, const DataLayout &layout) noexcept;

    [[nodiscard]] const std::byte *get() const noexcept { return at_; }

  private:
    const std::byte *at_ = nullptr;
    std::vector<std::byte> packed_;
};

/// Writes the first `bytes` of the data to `to`, and nothing to the places of the other data.
[[nodiscard]] int write_data(const std::byte *data, std::size_t bytes, void *to,
                             const DataLayout &layout, const TypedData &type) noexcept;

/// The pieces of memory that hold the first `bytes` of the data of a datatype, relative to the
/// beginning of the layout.
[[nodiscard]] std::vector<Segment> segments_of(const DataLayout &layout, const TypedData &type,
                                               std::size_t bytes) noexcept;

/// The predefined type of which all of `type` consists.
[[nodiscard]] MPI_Datatype basic_type(MPI_Datatype type) noexcept;

/// Combines the data `from` into `into` by `op`; both have the predefined type `basic`.
[[nodiscard]] int combine_data(const std::byte *from, std::byte *into, std::size_t bytes,
                               MPI_Datatype basic, MPI_Op op) noexcept;

} // namespace closeranks
