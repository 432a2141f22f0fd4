#include "runtime/openmpi/release_6.hpp"

#include <mpi.h>

#if OMPI_MAJOR_VERSION >= 6

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace closeranks {

namespace {

// Quirk::null_iagree: coll/ftagree installs a null `iagree` of intercommunicators over that of
// coll/basic, and Open MPI then refuses the communicator. This code gives the module the `iagree`
// of coll/basic.

using Query = void **(*)(MPI_Comm comm, int *priority);
Query real_query = nullptr;
void *intra_agreement = nullptr; ///< used to find the place in a module
void *plain_agreement = nullptr;
std::ptrdiff_t place_in_module = -1;

void **query(MPI_Comm comm, int *priority) {
    void **const module = real_query(comm, priority);
    if (module == nullptr) return module;
    const auto words = static_cast<std::ptrdiff_t>(malloc_usable_size(module) / sizeof(void *));
    for (std::ptrdiff_t i = 0; place_in_module < 0 && i < words; ++i)
        if (module[i] == intra_agreement) place_in_module = i;
    if (place_in_module >= 0 && place_in_module < words && module[place_in_module] == nullptr)
        module[place_in_module] = plain_agreement;
    return module;
}

/// Writes to a variable that is read-only after relocation.
void set(void **variable, void *value) noexcept {
    const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto page = reinterpret_cast<std::uintptr_t>(variable) & ~(page_size - 1);
    auto *const begin = reinterpret_cast<void *>(page);
    if (mprotect(begin, page_size, PROT_READ | PROT_WRITE) != 0) return;
    *variable = value;
    static_cast<void>(mprotect(begin, page_size, PROT_READ));
}

/// True when `at` can be read, and one of the `words` words there equals `wanted`.
bool has_word(const void *at, const void *wanted) noexcept {
    constexpr std::size_t words = 256;
    const void *found[words] = {};
    const iovec here{found, sizeof found};
    const iovec there{const_cast<void *>(at), sizeof found};
    const ssize_t read = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    for (std::size_t i = 0; read > 0 && i < static_cast<std::size_t>(read) / sizeof found[0]; ++i)
        if (found[i] == wanted) return true;
    return false;
}

/// The place of the pointer to its collectives in a communicator; -1: not known.
std::ptrdiff_t place_of_collectives() noexcept {
    const void *const agreement = dlsym(RTLD_DEFAULT, "mca_coll_ftagree_era_intra");
    const void *const world = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");
    constexpr std::ptrdiff_t longest = 0x200; // bytes of a predefined communicator
    for (std::ptrdiff_t at = 0; agreement != nullptr && world != nullptr && at < longest;
         at += static_cast<std::ptrdiff_t>(sizeof(void *))) {
        const void *member = nullptr;
        std::memcpy(&member, static_cast<const std::byte *>(world) + at, sizeof member);
        if (member != nullptr && has_word(member, agreement)) return at;
    }
    return -1;
}

} // namespace

void mend_intercomm_agreement() noexcept {
    auto *const component = static_cast<void **>(dlsym(RTLD_DEFAULT, "mca_coll_ftagree_component"));
    void *const asked = dlsym(RTLD_DEFAULT, "mca_coll_ftagree_comm_query");
    intra_agreement = dlsym(RTLD_DEFAULT, "mca_coll_ftagree_iera_intra");
    plain_agreement = dlsym(RTLD_DEFAULT, "ompi_coll_base_iagree_noft");
    if (component == nullptr || asked == nullptr || intra_agreement == nullptr ||
        plain_agreement == nullptr)
        return;
    constexpr int words = 64;
    for (int i = 0; i < words; ++i)
        if (component[i] == asked) {
            real_query = reinterpret_cast<Query>(asked);
            return set(component + i, reinterpret_cast<void *>(query));
        }
}

} // namespace closeranks

/// Open MPI 6.0.0 marks communicators that are still being made, which have no collectives yet, and
/// follows a null pointer there (Quirk::revoked_unmade).
extern "C" __attribute__((visibility("default"))) bool
ompi_comm_revoke_local(void *comm, bool only_collectives) {
    using Revoke = bool (*)(void *, bool);
    static const auto real_one =
        reinterpret_cast<Revoke>(dlsym(RTLD_NEXT, "ompi_comm_revoke_local"));
    static const std::ptrdiff_t place = closeranks::place_of_collectives();
    const void *collectives = comm;
    if (place >= 0)
        std::memcpy(&collectives, static_cast<const std::byte *>(comm) + place, sizeof collectives);
    return collectives != nullptr && real_one(comm, only_collectives);
}

#else

namespace closeranks {

void mend_intercomm_agreement() noexcept {}

} // namespace closeranks

#endif
