#pragma once

#include "runtime/replication/schedule.hpp"
#include "runtime/support/datatype_copy.hpp"

#include <algorithm>
#include <cstddef>

namespace closeranks::replication {

/// The argument of a collective that has a block for each member: one form for all ways in which
/// MPI describes it. Valid during the call. Nothing is asked of a datatype before check(), because
/// it may be anything at a rank that does not use the argument.
class Blocks {
  public:
    /// Equal blocks, one after the other.
    Blocks(const void *buffer, int count, MPI_Datatype type) noexcept
        : buffer_(bytes(buffer)), count_(count), type_(type) {}
    /// The v form: displacements in extents.
    Blocks(const void *buffer, const int counts[], const int offsets[], MPI_Datatype type) noexcept
        : buffer_(bytes(buffer)), counts_(counts), offsets_(offsets), type_(type) {}
    /// The w forms: displacements in bytes.
    Blocks(const void *buffer, const int counts[], const int offsets[],
           const MPI_Datatype types[]) noexcept
        : buffer_(bytes(buffer)), counts_(counts), offsets_(offsets), types_(types) {}
    Blocks(const void *buffer, const int counts[], const MPI_Aint offsets[],
           const MPI_Datatype types[]) noexcept
        : buffer_(bytes(buffer)), counts_(counts), addresses_(offsets), types_(types) {}

    /// True if the call passed MPI_IN_PLACE.
    [[nodiscard]] bool in_place() const noexcept { return buffer_ == bytes(MPI_IN_PLACE); }

    /// The error code of MPI for the first `blocks` of them.
    [[nodiscard]] int check(int blocks) noexcept {
        const int different = counts_ != nullptr ? blocks : std::min(blocks, 1);
        for (int i = 0; i < different; ++i)
            if (const int code = check_elements(buffer_, counts_ != nullptr ? counts_[i] : count_,
                                                type_at(i), quiet_self());
                code != MPI_SUCCESS)
                return code;
        if (types_ == nullptr) unit_ = extent_of(type_).extent;
        return MPI_SUCCESS;
    }

    /// Block i; after check().
    [[nodiscard]] Elements operator[](int i) const noexcept {
        const int count = counts_ != nullptr ? counts_[i] : count_;
        return {buffer_ + offset(i), count, type_at(i)};
    }

  private:
    static std::byte *bytes(const void *at) noexcept {
        return const_cast<std::byte *>(static_cast<const std::byte *>(at));
    }
    [[nodiscard]] MPI_Datatype type_at(int i) const noexcept {
        return types_ != nullptr ? types_[i] : type_;
    }
    [[nodiscard]] MPI_Aint offset(int i) const noexcept {
        if (addresses_ != nullptr) return addresses_[i];
        if (offsets_ != nullptr) return offsets_[i] * unit_;
        return static_cast<MPI_Aint>(i) * count_ * unit_;
    }

    std::byte *buffer_;
    int count_ = 0;
    const int *counts_ = nullptr;
    const int *offsets_ = nullptr;
    const MPI_Aint *addresses_ = nullptr;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    const MPI_Datatype *types_ = nullptr;
    MPI_Aint unit_ = 1;
};

/// The elements of one buffer argument.
[[nodiscard]] inline Elements elements(const void *at, int count, MPI_Datatype type) noexcept {
    return {const_cast<void *>(at), count, type};
}

/// Part of the elements.
[[nodiscard]] inline Elements part(const Elements &of, int first, int count) noexcept {
    return {static_cast<std::byte *>(of.at) + first * extent_of(of.type).extent, count, of.type};
}

} // namespace closeranks::replication
