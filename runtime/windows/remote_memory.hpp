#pragma once

#include "runtime/support/segment.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace closeranks {

/// Memory of another process that is not mapped here.
class RemoteMemory {
  public:
    RemoteMemory() = default;
    virtual ~RemoteMemory() = default;
    RemoteMemory(const RemoteMemory &) = delete;
    RemoteMemory &operator=(const RemoteMemory &) = delete;

    /// Copies the segments, relative to `address` there and to `image` here. Returns 0 or an errno:
    /// ESRCH when the process has ended.
    [[nodiscard]] virtual int read(std::byte *image, std::uintptr_t address,
                                   std::span<const Segment> segments) const noexcept = 0;
    [[nodiscard]] virtual int write(const std::byte *image, std::uintptr_t address,
                                    std::span<const Segment> segments) const noexcept = 0;
};

} // namespace closeranks
