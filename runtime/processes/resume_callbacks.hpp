#pragma once

#include "runtime/support/never_destroyed.hpp"

#include <closeranks.h>

#include <cstddef>
#include <vector>

namespace closeranks {

/// The callbacks that the program has set for recoveries (closeranks_on_resume), in order.
///
/// Thread safety: one thread at a time.
class ResumeCallbacks {
  public:
    void add(closeranks_resume_function *callback, void *context) {
        if (callback == nullptr)
            callbacks_.clear();
        else
            callbacks_.push_back({callback, context});
    }
    /// A callback may add others, or leave by an exception or a longjmp.
    void call(closeranks_role role) const {
        for (std::size_t i = 0; i < callbacks_.size(); ++i) {
            const Callback one = callbacks_[i];
            one.function(role, one.context);
        }
    }

  private:
    struct Callback {
        closeranks_resume_function *function;
        void *context;
    };
    std::vector<Callback> callbacks_;
};

/// The resume callbacks of this process.
[[nodiscard]] inline ResumeCallbacks &resume_callbacks() noexcept {
    static NeverDestroyed<ResumeCallbacks> of_the_program;
    return of_the_program.value;
}

} // namespace closeranks
