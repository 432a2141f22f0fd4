#include "runtime/replication/lane.hpp"

#include <bit>

namespace closeranks::replication {

Lane::Lane(std::span<std::byte> memory) noexcept
    : head_(reinterpret_cast<Head *>(memory.data())),
      words_(reinterpret_cast<std::uint64_t *>(memory.data() + sizeof(Head))),
      mask_(std::bit_floor((memory.size() - sizeof(Head)) / sizeof(std::uint64_t)) - 1) {}

} // namespace closeranks::replication
