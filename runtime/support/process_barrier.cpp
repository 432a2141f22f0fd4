#include "runtime/support/process_barrier.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace closeranks {

namespace {

bool call(int command) noexcept { return syscall(SYS_membarrier, command, 0, 0) == 0; }

} // namespace

bool prepare_process_barrier() noexcept { return call(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }

// It fails only if it was not prepared.
void process_barrier() noexcept { static_cast<void>(call(MEMBARRIER_CMD_PRIVATE_EXPEDITED)); }

} // namespace closeranks
