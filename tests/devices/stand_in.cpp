#include "stand_in.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <string_view>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

constexpr std::size_t room = std::size_t{32} << 20U;

/// The same memory twice: for the device, where no CPU may touch it, and for the driver.
struct Memory {
    std::byte *device = nullptr;
    std::byte *driver = nullptr;
    std::size_t used = 0;

    Memory() {
        const int file = memfd_create("device", MFD_CLOEXEC);
        if (file < 0 || ftruncate(file, room) != 0) std::abort();
        device = map(file, PROT_NONE);
        driver = map(file, PROT_READ | PROT_WRITE);
        close(file);
    }
    static std::byte *map(int file, int protection) {
        void *const at = mmap(nullptr, room, protection, MAP_SHARED, file, 0);
        if (at == MAP_FAILED) std::abort();
        return static_cast<std::byte *>(at);
    }
    [[nodiscard]] bool has(const void *address) const noexcept {
        return address >= device && address < device + room;
    }
    /// Where the driver has what is at `address`.
    [[nodiscard]] std::byte *seen_by_driver(const void *address) const noexcept {
        auto *const place = static_cast<std::byte *>(const_cast<void *>(address));
        return has(address) ? driver + (place - device) : place;
    }
    void protect(int protection) const noexcept {
        if (mprotect(device, room, protection) != 0) std::abort();
    }
};

Memory &memory() noexcept {
    static Memory of_this_process;
    return of_this_process;
}

void copy(void *to, const void *from, std::size_t bytes) noexcept {
    std::memmove(memory().seen_by_driver(to), memory().seen_by_driver(from), bytes);
}

/// What Open MPI 5.0 asks its component for a device: the beginning of
/// opal_accelerator_base_module_t (opal/mca/accelerator/accelerator.h).
struct Component {
    int (*check_address)(const void *address, int *device, std::uint64_t *flags);
    void *streams_and_events[4];
    int (*copy_in_stream)(int, int, void *to, const void *from, std::size_t, void *stream, int);
    int (*copy)(int, int, void *to, const void *from, std::size_t, int);
    int (*move)(int, int, void *to, const void *from, std::size_t, int);
};

int check_address(const void *address, int *device, std::uint64_t *flags) {
    *device = 0;
    *flags = 0;
    return memory().has(address) ? 1 : 0;
}

int copy_for_mpi(int, int, void *to, const void *from, std::size_t bytes, int) {
    copy(to, from, bytes);
    return 0;
}

int copy_in_stream(int, int, void *to, const void *from, std::size_t bytes, void *, int) {
    copy(to, from, bytes);
    return 0;
}

void teach_mpi() noexcept {
    auto *const component = static_cast<Component *>(dlsym(RTLD_DEFAULT, "opal_accelerator"));
    if (component == nullptr) {
        std::puts("wrong: this MPI asks nobody about the memory of devices");
        return;
    }
    component->check_address = check_address;
    component->copy_in_stream = copy_in_stream;
    component->copy = component->move = copy_for_mpi;
}

std::string_view file_of(const void *function) noexcept {
    Dl_info info{};
    if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return "?";
    const std::string_view path = info.dli_fname;
    return path.substr(path.rfind('/') + 1);
}

bool is_one_of(std::string_view file, std::initializer_list<std::string_view> beginnings) noexcept {
    for (const std::string_view beginning : beginnings)
        if (file.starts_with(beginning)) return true;
    return false;
}

/// The library, or program, for which a fault's function worked.
std::string_view who_touches() noexcept {
    std::array<void *, 64> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    const std::string_view own = file_of(reinterpret_cast<const void *>(who_touches));
    for (int i = 0; i < count; ++i) {
        const std::string_view file = file_of(frames[static_cast<std::size_t>(i)]);
        if (file != own && !is_one_of(file, {"libc.", "libstdc++.", "libgcc_s."})) return file;
    }
    return "?";
}

/// The processor's flag that has it stop after the next instruction.
constexpr greg_t trap_flag = 0x100;

greg_t &flags_of(void *context) noexcept {
    return static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL];
}

struct sigaction before_us;

/// For one instruction the MPI may touch it.
void on_fault(int, siginfo_t *info, void *context) {
    if (!memory().has(info->si_addr)) {
        sigaction(SIGSEGV, &before_us, nullptr); // the fault comes again
        return;
    }
    const std::string_view who = who_touches();
    if (!is_one_of(who, {"libmpi.", "libopen_mpi.", "libopen-pal.", "mca_"})) {
        dprintf(STDOUT_FILENO, "wrong: %.*s touches the memory of a device\n",
                static_cast<int>(who.size()), who.data());
        _exit(1);
    }
    memory().protect(PROT_READ | PROT_WRITE);
    flags_of(context) |= trap_flag;
}

void on_step(int, siginfo_t *, void *context) {
    memory().protect(PROT_NONE);
    flags_of(context) &= ~trap_flag;
}

void handle(int signal, void (*handler)(int, siginfo_t *, void *), struct sigaction *before) {
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(signal, &action, before) != 0) std::abort();
}

} // namespace

namespace device {

void begin() {
    static_cast<void>(who_touches()); // the first time it loads what it needs
    teach_mpi();
    handle(SIGSEGV, on_fault, &before_us);
    handle(SIGTRAP, on_step, nullptr);
}

void *allocate(std::size_t bytes) {
    constexpr std::size_t alignment = 256; // as the drivers do
    Memory &m = memory();
    void *const result = m.device + m.used;
    m.used += (bytes + alignment - 1) / alignment * alignment;
    if (m.used > room) std::abort();
    return result;
}

void release() noexcept { memory().used = 0; }

void copy_in(void *to_device, const void *from, std::size_t bytes) noexcept {
    copy(to_device, from, bytes);
}

void copy_out(void *to, const void *from_device, std::size_t bytes) noexcept {
    copy(to, from_device, bytes);
}

} // namespace device

// What closeranks asks. STAND_IN_FOR_HIP: as HIP does, otherwise as CUDA does.
extern "C" {

#ifdef STAND_IN_FOR_HIP
struct hipPointerAttribute_t {
    int type;
    int device;
    void *device_pointer;
    void *host_pointer;
    int is_managed;
    unsigned flags;
};

int hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *address) {
    constexpr int of_a_device = 2; // and 0: nothing is known of it, in HIP 6
    *attributes = {};
    if (memory().has(address)) attributes->type = of_a_device;
    return 0;
}
#else
int cuPointerGetAttribute(void *value, int attribute, std::uintptr_t address) {
    constexpr int invalid_value = 1;
    constexpr int memory_type = 2;
    constexpr unsigned of_a_device = 2;
    if (attribute != memory_type || !memory().has(reinterpret_cast<const void *>(address)))
        return invalid_value;
    *static_cast<unsigned *>(value) = of_a_device;
    return 0;
}
#endif
}
