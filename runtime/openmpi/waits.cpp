#include "runtime/openmpi/waits.hpp"

#include <mpi.h>

#include <mpi-ext.h>

#include <dlfcn.h>

#include <utility>

namespace closeranks {

bool OpenMpiWaits::prepare() noexcept {
    list_ = static_cast<void **>(dlsym(RTLD_DEFAULT, "opal_threads_base_wait_sync_list"));
    wake_ = reinterpret_cast<void (*)(int)>(
        dlsym(RTLD_DEFAULT, "opal_threads_base_wait_sync_global_wakeup_st"));
    uses_threads_ = static_cast<const bool *>(dlsym(RTLD_DEFAULT, "opal_uses_threads"));
    return list_ != nullptr && wake_ != nullptr && uses_threads_ != nullptr;
}

// A session may ask for threads at any time.
bool OpenMpiWaits::has_room_for_one() const noexcept {
    return list_ != nullptr && !__atomic_load_n(uses_threads_, __ATOMIC_RELAXED);
}

void *OpenMpiWaits::exchange(void *wait) noexcept {
    return has_room_for_one() ? std::exchange(*list_, wait) : nullptr;
}

void OpenMpiWaits::wake() const noexcept {
    if (has_room_for_one()) wake_(MPI_ERR_REVOKED);
}

} // namespace closeranks
