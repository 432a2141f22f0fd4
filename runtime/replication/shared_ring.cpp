#include "runtime/replication/shared_ring.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/replication/world.hpp"

#include <atomic>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace closeranks::replication {

namespace {

constexpr std::size_t bytes_of_ring = std::size_t{1} << 20U;
constexpr std::size_t bytes_of_marks = 64; ///< in front: marks of the processes that have come

/// Another user may have made one of this name before, to read what the processes exchange.
bool is_own(int file) {
    struct stat found {};
    return ::fstat(file, &found) == 0 && found.st_uid == ::geteuid() &&
           (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// Memory that is zero at first; nullptr: it cannot be had.
void *map_memory(const std::string &name) {
    const int file = ::shm_open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return nullptr;
    void *at = MAP_FAILED;
    constexpr std::size_t bytes = bytes_of_marks + bytes_of_ring;
    if (is_own(file) && ::ftruncate(file, static_cast<off_t>(bytes)) == 0)
        at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    static_cast<void>(::close(file));
    return at != MAP_FAILED ? at : nullptr;
}

struct Offered {
    std::string name;
    void *memory = nullptr;
};

Offered offered;

} // namespace

std::string name_of_shared_memory() {
    return "/closeranks-" + job_name() + "-replicas-" + std::to_string(my_rank());
}

void offer_shared_ring() {
    if (!world().my_other()) return;
    offered.name = name_of_shared_memory();
    offered.memory = map_memory(offered.name);
    if (offered.memory == nullptr) return;
    static_cast<std::atomic<int> *>(offered.memory)[world().plane_of(world().self())].store(1);
}

Ring take_shared_ring() {
    if (offered.memory == nullptr) return {};
    const auto *const has_come = static_cast<const std::atomic<int> *>(offered.memory);
    static_cast<void>(::shm_unlink(offered.name.c_str()));
    if (has_come[1 - world().plane_of(world().self())].load() == 0) return {};
    return {static_cast<std::byte *>(offered.memory) + bytes_of_marks, bytes_of_ring};
}

} // namespace closeranks::replication
