#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks::replication {

/// Memory of packets. Large memory is kept for the next packet. The system provides large memory
/// page by page at the first access, which takes longer than filling it. One thread at a time.
class PacketMemory {
  public:
    explicit PacketMemory(std::size_t bytes);
    ~PacketMemory();
    PacketMemory(const PacketMemory &) = delete;
    PacketMemory &operator=(const PacketMemory &) = delete;

    [[nodiscard]] std::byte *get() const noexcept { return bytes_.get(); }

  private:
    std::size_t capacity_;
    std::unique_ptr<std::byte[]> bytes_;
};

} // namespace closeranks::replication
