#include "runtime/openmpi/internals.hpp"

#include "runtime/support/real.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string_view>

namespace closeranks {

namespace {

/// The type of the symbol at `address` in the symbol table: STT_OBJECT, STT_FUNC, ...
int type_of_symbol(const void *address) noexcept {
    Dl_info info{};
    const ElfW(Sym) *symbol = nullptr;
    void *extra = nullptr;
    if (dladdr1(address, &info, &extra, RTLD_DL_SYMENT) == 0) return STT_NOTYPE;
    symbol = static_cast<const ElfW(Sym) *>(extra);
    return symbol != nullptr ? ELF64_ST_TYPE(symbol->st_info) : STT_NOTYPE;
}

} // namespace

void *find_variable(const char *name) noexcept {
    void *const found = dlsym(RTLD_DEFAULT, name);
    return found != nullptr && type_of_symbol(found) == STT_OBJECT ? found : nullptr;
}

const void *address_inside() noexcept {
    const void *const init = dlsym(RTLD_DEFAULT, "ompi_mpi_init");
    return init != nullptr ? init : reinterpret_cast<const void *>(real.Init);
}

const char *library_of_the_abi() noexcept {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void *>(real.Init), &info) == 0) return nullptr;
    const std::string_view file = info.dli_fname;
    return file.substr(file.rfind('/') + 1).starts_with("libmpi_abi") ? info.dli_fname : nullptr;
}

} // namespace closeranks
