#pragma once

#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/windows/remote_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include <sys/types.h>

namespace closeranks {

/// An open file descriptor.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) noexcept : fd_(fd) {}
    Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor();

    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }

  private:
    int fd_ = -1;
};

/// Memory without a name. A process that maps it keeps it, and it is freed with the last of these
/// processes. Other processes reach it through the process that holds the descriptor. It has zero
/// bytes, and none until it is given a size. An empty descriptor: the system has no such memory.
[[nodiscard]] Descriptor make_memory() noexcept;

/// Opens the file that process `pid` of this host has under descriptor `fd`. Empty, with errno,
/// when that process has ended or does not allow it.
[[nodiscard]] Descriptor open_of(pid_t pid, int fd) noexcept;

/// True when there is no such process any more, or only an entry that its parent has to collect.
/// Also true when it is about to end and cannot be reached.
[[nodiscard]] bool has_ended(pid_t pid) noexcept;

/// A range of pages that is mapped as long as the object lives.
class Mapping {
  public:
    Mapping() = default;
    /// Maps the first `size` bytes, and makes the memory that long if it is shorter. Empty, with
    /// errno, when that is impossible; a mapping of no bytes is empty as well.
    Mapping(const Descriptor &memory, std::size_t size) noexcept;
    Mapping(Mapping &&other) noexcept
        : at_(std::exchange(other.at_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Mapping &operator=(Mapping &&other) noexcept {
        std::swap(at_, other.at_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~Mapping();

    [[nodiscard]] std::byte *data() const noexcept { return at_; }
    [[nodiscard]] explicit operator bool() const noexcept { return at_ != nullptr; }

  private:
    std::byte *at_ = nullptr;
    std::size_t size_ = 0;
};

[[nodiscard]] std::size_t page_size() noexcept;
[[nodiscard]] std::size_t whole_pages(std::size_t bytes) noexcept;

/// The memory of a process of this host: the system copies.
class ProcessMemory final : public RemoteMemory {
  public:
    explicit ProcessMemory(pid_t pid) noexcept;

    /// Permits all processes of this user to access this process in that way, where the system
    /// requires permission.
    static void permit() noexcept;

    [[nodiscard]] int read(std::byte *image, std::uintptr_t address,
                           std::span<const Segment> segments) const noexcept override;
    [[nodiscard]] int write(const std::byte *image, std::uintptr_t address,
                            std::span<const Segment> segments) const noexcept override;

  private:
    template <typename Copy>
    [[nodiscard]] int copy(std::byte *image, std::uintptr_t address,
                           std::span<const Segment> segments, Copy copy) const noexcept;
    [[nodiscard]] bool has_ended() const noexcept;

    pid_t pid_ = 0;
    Descriptor process_; ///< so that a later process with the same number is not taken for this one
};

/// The processes whose memory is reached in this way, each once.
class ProcessMemories {
  public:
    [[nodiscard]] std::shared_ptr<const ProcessMemory> find(pid_t pid);

  private:
    std::map<pid_t, std::weak_ptr<const ProcessMemory>> known_;
    Mutex<LockRank::leaf> mutex_;
};

[[nodiscard]] ProcessMemories &process_memories() noexcept;

} // namespace closeranks
