#pragma once

namespace closeranks {

/// A memory barrier in all threads of this process at once (membarrier(2), PRIVATE_EXPEDITED; Linux
/// 4.14): what one thread has stored before it is seen by all after it, and the reverse. So the two
/// sides of an exclusion need no barrier on the side that is taken often: it orders its accesses
/// for the compiler only.

/// To be called once before the first barrier. False: the system has none.
[[nodiscard]] bool prepare_process_barrier() noexcept;

/// Takes microseconds.
void process_barrier() noexcept;

} // namespace closeranks
