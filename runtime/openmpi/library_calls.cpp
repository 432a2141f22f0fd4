#include "runtime/openmpi/library_calls.hpp"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace closeranks {

namespace {

// Machines on which the addresses below are absolute.
#if defined(__x86_64__) || defined(__aarch64__)

/// The data about called functions in the dynamic section of a library.
struct Calls {
    const char *names = nullptr;
    const ElfW(Sym) *symbols = nullptr;
    std::span<const ElfW(Rela)> slots{};
    bool read_only = false; ///< the slots were bound and protected when the library was loaded
};

Calls calls_of(const link_map &library) noexcept {
    Calls calls;
    const ElfW(Rela) *first = nullptr;
    std::size_t bytes = 0;
    for (const ElfW(Dyn) *entry = library.l_ld; entry->d_tag != DT_NULL; ++entry) {
        const auto address = entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_STRTAB:
            calls.names = reinterpret_cast<const char *>(address);
            break;
        case DT_SYMTAB:
            calls.symbols = reinterpret_cast<const ElfW(Sym) *>(address);
            break;
        case DT_JMPREL:
            first = reinterpret_cast<const ElfW(Rela) *>(address);
            break;
        case DT_PLTRELSZ:
            bytes = entry->d_un.d_val;
            break;
        case DT_FLAGS:
            calls.read_only |= (entry->d_un.d_val & DF_BIND_NOW) != 0;
            break;
        case DT_FLAGS_1:
            calls.read_only |= (entry->d_un.d_val & DF_1_NOW) != 0;
            break;
        default:
            break;
        }
    }
    if (first != nullptr) calls.slots = {first, bytes / sizeof *first};
    return calls;
}

void write_slot(void **slot, void *value, bool read_only) noexcept {
    const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto *const page =
        reinterpret_cast<void *>(reinterpret_cast<std::uintptr_t>(slot) & ~(page_size - 1));
    if (read_only && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return;
    __atomic_store_n(slot, value, __ATOMIC_RELEASE);
    if (read_only) static_cast<void>(mprotect(page, page_size, PROT_READ));
}

} // namespace

void redirect_calls(const void *inside, const char *function, void *replacement) noexcept {
    Dl_info unused{};
    link_map *library = nullptr;
    void **const result = reinterpret_cast<void **>(&library);
    if (dladdr1(inside, &unused, result, RTLD_DL_LINKMAP) == 0 || library == nullptr) return;
    const Calls calls = calls_of(*library);
    if (calls.names == nullptr || calls.symbols == nullptr) return;
    for (const ElfW(Rela) & slot : calls.slots) {
        const ElfW(Sym) &symbol = calls.symbols[ELF64_R_SYM(slot.r_info)];
        if (std::strcmp(calls.names + symbol.st_name, function) == 0)
            write_slot(reinterpret_cast<void **>(library->l_addr + slot.r_offset), replacement,
                       calls.read_only);
    }
}

#else

} // namespace

void redirect_calls(const void *, const char *, void *) noexcept {}

#endif

} // namespace closeranks
