#include "runtime/support/device_memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <string_view>

namespace closeranks {

namespace {

/// cuPointerGetAttribute (CUDA Driver API, 6.14), with a number for CUdeviceptr.
using AskCuda = int (*)(void *value, int attribute, std::uintptr_t address);
/// hipPointerGetAttributes (HIP Runtime API), whose structure begins with the type of the memory.
using AskHip = int (*)(void *attributes, const void *address);

constinit std::atomic<AskCuda> ask_cuda = nullptr;
constinit std::atomic<AskHip> ask_hip = nullptr;

/// The driver returns an error for memory that it does not know.
constexpr int success = 0;

bool cuda_has(const void *address) noexcept {
    const AskCuda ask = ask_cuda;
    constexpr int memory_type = 2; // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
    constexpr unsigned host = 1;   // CU_MEMORYTYPE_HOST; 0: it does not know
    unsigned type = 0;
    return ask != nullptr &&
           ask(&type, memory_type, reinterpret_cast<std::uintptr_t>(address)) == success &&
           type > host;
}

/// 0 is the CPU's memory in HIP 5, and memory that the driver does not know in HIP 6. In HIP 6 the
/// CPU may also access memory of type 1, which is a GPU's in HIP 5: the MPI copies that as well.
bool hip_has(const void *address) noexcept {
    const AskHip ask = ask_hip;
    struct alignas(std::max_align_t) {
        unsigned type = 0;
        std::array<std::byte, 508> rest{}; // several times as much as any version fills
    } attributes;
    return ask != nullptr && ask(&attributes, address) == success && attributes.type != 0;
}

/// A library of the process by the beginning of its file's name. Versions differ, and the MPI may
/// have opened it privately, where dlsym(RTLD_DEFAULT) does not look.
struct Wanted {
    std::string_view file;
    std::string path;
};

int compare(dl_phdr_info *library, std::size_t, void *wanted) noexcept {
    auto &[file, path] = *static_cast<Wanted *>(wanted);
    const std::string_view name = library->dlpi_name;
    if (!name.substr(name.rfind('/') + 1).starts_with(file)) return 0;
    path = name;
    return 1;
}

/// Finds a function in a library if that is loaded; true if the function was not known yet. The
/// library stays loaded from then on.
template <typename Ask>
bool find(std::atomic<Ask> &ask, std::string_view file, const char *function) noexcept {
    Wanted wanted{.file = file, .path = {}};
    if (ask != nullptr || dl_iterate_phdr(compare, &wanted) == 0) return false;
    void *const library = dlopen(wanted.path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library != nullptr) ask = reinterpret_cast<Ask>(dlsym(library, function));
    return ask != nullptr;
}

} // namespace

bool find_device_memory() noexcept {
    const bool cuda = find(ask_cuda, "libcuda.so", "cuPointerGetAttribute");
    const bool hip = find(ask_hip, "libamdhip64.so", "hipPointerGetAttributes");
    const bool existed = device_memory_exists;
    if (cuda || hip) device_memory_exists = true;
    return !existed && device_memory_exists;
}

bool cold::is_for_cpu(const void *address) noexcept {
    return !cuda_has(address) && !hip_has(address);
}

} // namespace closeranks
