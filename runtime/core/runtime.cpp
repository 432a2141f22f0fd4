#include "runtime/core/runtime.hpp"

namespace closeranks {

// Zero bytes are a valid inactive Runtime for the few calls that can come before load(). An empty
// table has no communicators, so every call passes through.
alignas(Runtime) constinit std::byte runtime_storage[sizeof(Runtime)]{};

void construct_runtime() noexcept { ::new (static_cast<void *>(runtime_storage)) Runtime; }

} // namespace closeranks
