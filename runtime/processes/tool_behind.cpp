#include "generated/tables/real_entries.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/support/real.hpp"

#include <dlfcn.h>

namespace closeranks {

namespace {

/// The file that has the function that the program would call without this library, if it is not
/// the MPI's.
const char *file_behind(const char *function, const void *of_the_mpi) noexcept {
    Dl_info next{};
    Dl_info mpi{};
    const void *const symbol = dlsym(RTLD_NEXT, function);
    const bool is_known = symbol != nullptr && dladdr(symbol, &next) != 0;
    if (!is_known || dladdr(of_the_mpi, &mpi) == 0) return nullptr;
    return next.dli_fbase != mpi.dli_fbase ? next.dli_fname : nullptr;
}

} // namespace

std::string tool_behind() {
    const char *file = nullptr;
    const char *name = nullptr;
    for_each_real_entry([&]<auto entry, Function>(const char *of_entry) {
        if (file != nullptr) return;
        name = of_entry;
        file = file_behind(name, reinterpret_cast<const void *>(real.*entry));
    });
    if (file == nullptr) return {};
    std::string told;
    told.append(file).append(" defines ").append(name);
    told.append(
        ", but stands behind closeranks, so that the program does not call it there; to put "
        "it before closeranks: -x LD_PRELOAD=");
    return told.append(file);
}

} // namespace closeranks
