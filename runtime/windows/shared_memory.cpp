#include "runtime/windows/shared_memory.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace closeranks {

Descriptor::~Descriptor() {
    if (fd_ >= 0) static_cast<void>(::close(fd_));
}

Descriptor make_memory() noexcept {
    return Descriptor(::memfd_create("closeranks window", MFD_CLOEXEC));
}

Descriptor open_of(pid_t pid, int fd) noexcept {
    std::array<char, 64> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/fd/%d", static_cast<int>(pid), fd);
    return Descriptor(::open(path.data(), O_RDWR | O_CLOEXEC));
}

namespace {

Descriptor open_process(pid_t pid) noexcept {
    return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

/// False also when the kernel is too old to tell.
bool is_over(const Descriptor &process) noexcept {
    pollfd ended{.fd = process.get(), .events = POLLIN, .revents = 0};
    return process && ::poll(&ended, 1, 0) > 0;
}

/// True if a process has been killed: it loses its memory and its files some time before it ends.
bool has_no_memory(pid_t pid) noexcept {
    std::array<char, 64> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/statm", static_cast<int>(pid));
    const Descriptor sizes(::open(path.data(), O_RDONLY | O_CLOEXEC));
    char first = '0';
    if (!sizes) return errno == ENOENT || errno == ESRCH;
    return ::read(sizes.get(), &first, 1) != 1 || first == '0';
}

} // namespace

bool has_ended(pid_t pid) noexcept {
    const Descriptor process = open_process(pid);
    return process ? is_over(process) || has_no_memory(pid) : errno == ESRCH;
}

Mapping::Mapping(const Descriptor &memory, std::size_t size) noexcept {
    struct stat status {};
    if (size == 0 || ::fstat(memory.get(), &status) != 0) return;
    const auto length = static_cast<off_t>(size);
    // The first process that comes makes the memory that long; repeating this changes nothing.
    if (status.st_size < length && ::ftruncate(memory.get(), length) != 0) return;
    void *const at = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
    if (at == MAP_FAILED) return;
    at_ = static_cast<std::byte *>(at);
    size_ = size;
}

Mapping::~Mapping() {
    if (at_ != nullptr) static_cast<void>(::munmap(at_, size_));
}

std::size_t page_size() noexcept { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

std::size_t whole_pages(std::size_t bytes) noexcept {
    const std::size_t page = page_size();
    return (bytes + page - 1) / page * page;
}

ProcessMemory::ProcessMemory(pid_t pid) noexcept : pid_(pid), process_(open_process(pid)) {}

void ProcessMemory::permit() noexcept {
#ifdef PR_SET_PTRACER
    // Works only where the Yama security module is active; elsewhere the error can be ignored.
    static_cast<void>(::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0));
#endif
}

bool ProcessMemory::has_ended() const noexcept { return is_over(process_); }

template <typename Copy>
int ProcessMemory::copy(std::byte *image, std::uintptr_t address, std::span<const Segment> segments,
                        Copy copy) const noexcept {
    constexpr std::size_t most = 64; // segments in one call; the system's limit is 1024
    std::array<iovec, most> here{};
    std::array<iovec, most> there{};
    std::size_t done = 0; // of the first segment: the system may stop inside it
    while (!segments.empty()) {
        if (has_ended()) return ESRCH;
        const std::size_t count = std::min(most, segments.size());
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t skipped = i == 0 ? done : 0;
            const std::size_t offset = segments[i].offset + skipped;
            here[i] = {image + offset, segments[i].length - skipped};
            there[i] = {reinterpret_cast<void *>(address + offset), here[i].iov_len};
        }
        const ssize_t copied = copy(pid_, here.data(), count, there.data(), count, 0);
        if (copied < 0) return errno;
        if (copied == 0) return EFAULT;
        done += static_cast<std::size_t>(copied);
        while (!segments.empty() && done >= segments.front().length) {
            done -= segments.front().length;
            segments = segments.subspan(1);
        }
    }
    return 0;
}

int ProcessMemory::read(std::byte *image, std::uintptr_t address,
                        std::span<const Segment> segments) const noexcept {
    return copy(image, address, segments, ::process_vm_readv);
}

int ProcessMemory::write(const std::byte *image, std::uintptr_t address,
                         std::span<const Segment> segments) const noexcept {
    return copy(const_cast<std::byte *>(image), address, segments, ::process_vm_writev);
}

ProcessMemories &process_memories() noexcept {
    static NeverDestroyed<ProcessMemories> memories;
    return memories.value;
}

std::shared_ptr<const ProcessMemory> ProcessMemories::find(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    std::weak_ptr<const ProcessMemory> &known = known_[pid];
    std::shared_ptr<const ProcessMemory> found = known.lock();
    if (!found) known = found = std::make_shared<const ProcessMemory>(pid);
    return found;
}

} // namespace closeranks
