#include "runtime/openmpi/failed_processes.hpp"

#include "runtime/support/handles.hpp"

#include <dlfcn.h>

#include <cstring>

namespace closeranks {

namespace {

/// The place of a group's size in Open MPI, relative to its handle; -1: not found. It is the number
/// that is right in three groups of different sizes.
std::ptrdiff_t find_size_in_groups() noexcept {
    Group everyone;
    Group self;
    int size = 0;
    if (real.Comm_group(MPI_COMM_WORLD, everyone.out()) != MPI_SUCCESS ||
        real.Comm_group(MPI_COMM_SELF, self.out()) != MPI_SUCCESS ||
        real.Group_size(everyone.get(), &size) != MPI_SUCCESS)
        return -1;
    const auto number_at = [](MPI_Group group, std::ptrdiff_t offset) {
        int number = 0;
        std::memcpy(&number, reinterpret_cast<const std::byte *>(group) + offset, sizeof(number));
        return number;
    };
    constexpr std::ptrdiff_t no_further = 32;
    for (std::ptrdiff_t offset = 0; offset < no_further; offset += sizeof(int))
        if (number_at(everyone.get(), offset) == size && number_at(self.get(), offset) == 1 &&
            number_at(MPI_GROUP_EMPTY, offset) == 0)
            return offset;
    return -1;
}

} // namespace

bool FailedProcesses::prepare() noexcept {
    group_ =
        static_cast<const std::byte *const *>(dlsym(RTLD_DEFAULT, "ompi_group_all_failed_procs"));
    size_offset_ = find_size_in_groups();
    return group_ != nullptr && size_offset_ >= 0;
}

} // namespace closeranks
