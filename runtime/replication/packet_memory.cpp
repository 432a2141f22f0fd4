#include "runtime/replication/packet_memory.hpp"

#include "runtime/support/never_destroyed.hpp"

namespace closeranks::replication {

namespace {

constexpr std::size_t least_kept = std::size_t{16} << 10U;
/// Bytes of all memory that is not in use.
constexpr std::size_t most_kept = std::size_t{64} << 20U;

struct IdleMemory {
    std::array<std::vector<std::unique_ptr<std::byte[]>>, 64> by_log2;
    std::size_t bytes = 0;
};

IdleMemory &idle_memory() noexcept {
    static NeverDestroyed<IdleMemory> one;
    return one.value;
}

std::vector<std::unique_ptr<std::byte[]>> &idle_of(std::size_t capacity) noexcept {
    return idle_memory().by_log2[static_cast<std::size_t>(std::countr_zero(capacity))];
}

} // namespace

PacketMemory::PacketMemory(std::size_t bytes)
    : capacity_(bytes < least_kept ? bytes : std::bit_ceil(bytes)) {
    if (capacity_ >= least_kept && !idle_of(capacity_).empty()) {
        bytes_ = std::move(idle_of(capacity_).back());
        idle_of(capacity_).pop_back();
        idle_memory().bytes -= capacity_;
    } else {
        bytes_ = std::make_unique_for_overwrite<std::byte[]>(capacity_);
    }
}

PacketMemory::~PacketMemory() {
    if (capacity_ < least_kept || idle_memory().bytes + capacity_ > most_kept) return;
    idle_memory().bytes += capacity_;
    idle_of(capacity_).push_back(std::move(bytes_));
}

} // namespace closeranks::replication
