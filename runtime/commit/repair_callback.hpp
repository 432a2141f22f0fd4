#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <closeranks.h>

#include <cstdint>
#include <mutex>
#include <utility>

namespace closeranks {

/// The callback that the program has set for repairs (closeranks_on_repair).
///
/// Thread safety: all functions exclude each other, except for the callback itself.
class RepairCallback {
  public:
    void set(closeranks_repair_function *callback, void *context) noexcept {
        const std::scoped_lock lock(mutex_);
        callback_ = {callback, context};
    }
    /// `c` was repaired. The program is not told of a communicator that it does not have.
    void call(const Communicator &c) noexcept {
        std::unique_lock lock(mutex_);
        const auto [callback, context] = callback_;
        lock.unlock();
        const MPI_Comm seen = c.handle_of_program();
        if (callback == nullptr || c.is_internal() || seen == MPI_COMM_NULL) return;
        callback(seen, static_cast<int>(c.epoch.get()), context);
    }

  private:
    std::pair<closeranks_repair_function *, void *> callback_{nullptr, nullptr};
    Mutex<LockRank::leaf> mutex_;
};

/// The repair callback of this process.
[[nodiscard]] inline RepairCallback &repair_callback() noexcept {
    static constinit NeverDestroyed<RepairCallback> of_the_program;
    return of_the_program.value;
}

} // namespace closeranks
