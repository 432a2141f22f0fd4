#include "runtime/replication/ring.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace closeranks::replication {

Ring::Ring(void *memory, std::size_t bytes) noexcept
    : head_(static_cast<Head *>(memory)), data_(static_cast<std::byte *>(memory) + sizeof(Head)),
      size_(bytes - sizeof(Head)) {}

bool Ring::has_room_for(std::size_t data) const noexcept { return sizeof(Mark) + data <= size_; }

void Ring::copy_in(std::uint64_t at, const void *from, std::size_t bytes) noexcept {
    const std::size_t begin = at % size_;
    const std::size_t first = std::min(bytes, size_ - begin);
    std::memcpy(data_ + begin, from, first);
    std::memcpy(data_, static_cast<const std::byte *>(from) + first, bytes - first);
}

void Ring::copy_out(std::uint64_t at, void *to, std::size_t bytes) const noexcept {
    const std::size_t begin = at % size_;
    const std::size_t first = std::min(bytes, size_ - begin);
    std::memcpy(to, data_ + begin, first);
    std::memcpy(static_cast<std::byte *>(to) + first, data_, bytes - first);
}

bool Ring::write(const Record &record) noexcept {
    const std::uint64_t at = head_->written.load(std::memory_order_relaxed);
    const std::size_t needed = sizeof(Mark) + record.data.size();
    if (at + needed - head_->read.load(std::memory_order_acquire) > size_) return false;
    const Mark mark{record.key, record.kind, static_cast<std::uint32_t>(record.data.size())};
    copy_in(at, &mark, sizeof(mark));
    if (!record.data.empty()) copy_in(at + sizeof(mark), record.data.data(), record.data.size());
    head_->written.store(at + needed, std::memory_order_release);
    return true;
}

bool Ring::read(const std::function<void(const Record &)> &use) {
    const std::uint64_t at = head_->read.load(std::memory_order_relaxed);
    if (at == head_->written.load(std::memory_order_acquire)) return false;
    Mark mark{};
    copy_out(at, &mark, sizeof(mark));
    std::vector<std::byte> data(mark.size);
    copy_out(at + sizeof(mark), data.data(), data.size());
    head_->read.store(at + sizeof(mark) + mark.size, std::memory_order_release);
    use({mark.key, mark.kind, data});
    return true;
}

} // namespace closeranks::replication
