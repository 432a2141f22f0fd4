#pragma once

namespace closeranks {

/// A memory barrier in all threads of this process at once (membarrier(2), PRIVATE_EXPEDITED; Linux
/// 4.14). All threads see after it the stores that one thread made before it, and the reverse. So
/// the frequent side of an exclusion needs no barrier: it orders its accesses for the compiler
/// only.

/// Must be called once before the first barrier. False: the system has none.
[[nodiscard]] bool prepare_process_barrier() noexcept;

/// Takes microseconds.
void process_barrier() noexcept;

} // namespace closeranks
