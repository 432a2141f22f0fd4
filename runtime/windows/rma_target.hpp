#pragma once

#include "runtime/support/device_memory.hpp"
#include "runtime/support/typed_data.hpp"
#include "runtime/windows/other_host_memory.hpp"
#include "runtime/windows/window.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace closeranks {

/// Not a code of the MPI: the process has ended meanwhile.
constexpr int target_has_ended = -1;

/// The elements of the target that a call accesses.
class Target {
  public:
    Target(const Window::Peer &peer, MPI_Aint disp, MPI_Count count, MPI_Datatype type) noexcept
        : peer_(peer), layout_(count, type), type_{.at = nullptr, .count = count, .type = type},
          address_(peer.base + static_cast<std::uintptr_t>(disp * peer.disp_unit)) {}

    [[nodiscard]] std::size_t bytes() const noexcept { return layout_.bytes(); }
    [[nodiscard]] MPI_Datatype type() const noexcept { return type_.type; }
    [[nodiscard]] bool fits() const noexcept {
        return address_ + static_cast<std::uintptr_t>(layout_.begin()) >= peer_.begin &&
               address_ + static_cast<std::uintptr_t>(layout_.end()) <= peer_.end;
    }

    /// The address of the data, if it can be changed in place; else nullptr.
    [[nodiscard]] std::byte *in_place() const noexcept {
        auto *const here = reinterpret_cast<std::byte *>(address_);
        return peer_.mapped && layout_.is_plain() && is_for_cpu(here) ? here : nullptr;
    }

    // All functions below return a code of the MPI or target_has_ended.

    /// Copies the data.
    [[nodiscard]] int read(std::byte *data) const noexcept;
    [[nodiscard]] int write(const std::byte *data, std::size_t bytes) const noexcept;

    /// Reached by messages: the target carries out accumulating calls itself, each element in one
    /// step.
    [[nodiscard]] bool is_far() const noexcept { return peer_.far != nullptr; }
    /// `before` (nullptr: not wanted): the former data.
    [[nodiscard]] int combine(std::span<const std::byte> data, MPI_Op op,
                              std::byte *before) const noexcept;
    /// Writes `wanted` if the data equals `expected`.
    [[nodiscard]] int swap(const void *expected, const void *wanted,
                           std::byte *before) const noexcept;

  private:
    /// The begin of the layout in the other process.
    [[nodiscard]] std::uintptr_t there() const noexcept {
        return address_ + static_cast<std::uintptr_t>(layout_.begin());
    }

    [[nodiscard]] int combine_image(const OtherHostMemory::Change &change,
                                    std::span<const Segment> segments) const noexcept;

    const Window::Peer &peer_;
    DataLayout layout_;
    TypedData type_;
    std::uintptr_t address_;
};

} // namespace closeranks
