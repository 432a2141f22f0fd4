#include "runtime/core/identity.hpp"

#include <atomic>

namespace closeranks {

std::uint64_t Identity::next_local_id() noexcept {
    static constinit std::atomic<std::uint64_t> next = 0;
    return next++;
}

} // namespace closeranks
