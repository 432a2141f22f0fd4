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
    return list_ != nullptr && wake_ != nullptr;
}

void *OpenMpiWaits::exchange(void *wait) noexcept {
    return list_ != nullptr ? std::exchange(*list_, wait) : nullptr;
}

void OpenMpiWaits::wake() const noexcept {
    if (wake_ != nullptr) wake_(MPI_ERR_REVOKED);
}

} // namespace closeranks
