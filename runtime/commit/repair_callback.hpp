#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <closeranks.h>

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

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
    /// `c` was repaired, and those of its batch. The program is not told of a communicator that it
    /// does not have.
    void call(const Communicator &c) noexcept {
        call_for(c);
        std::unique_lock lock(mutex_);
        const auto batch = std::exchange(batch_, {});
        lock.unlock();
        for (const Communicator *other : batch)
            call_for(*other);
    }

    /// `c` was repaired in the batch of the communicator for which call() is called next.
    void add_to_batch(const Communicator &c) {
        const std::scoped_lock lock(mutex_);
        batch_.push_back(&c);
    }

  private:
    void call_for(const Communicator &c) noexcept {
        std::unique_lock lock(mutex_);
        const auto [callback, context] = callback_;
        lock.unlock();
        const MPI_Comm seen = c.handle_of_program();
        if (callback == nullptr || c.is_internal() || seen == MPI_COMM_NULL) return;
        callback(seen, static_cast<int>(c.collectives.epoch().get()), context);
    }

    std::pair<closeranks_repair_function *, void *> callback_{nullptr, nullptr};
    std::vector<const Communicator *> batch_;
    Mutex<LockRank::leaf> mutex_;
};

/// The repair callback of this process.
[[nodiscard]] inline RepairCallback &repair_callback() noexcept {
    static constinit NeverDestroyed<RepairCallback> of_the_program;
    return of_the_program.value;
}

} // namespace closeranks
