#pragma once

#include <atomic>

namespace closeranks {

/// How long a communicator's state and its handle have to stay. References and duplications change
/// in a RequestsLock (requests/pending.hpp).
class Lifetime {
  public:
    /// The program's handle, and each pending request, hold a reference.
    [[nodiscard]] int references() const noexcept { return references_; }
    void retain() noexcept { ++references_; }
    /// release(): true when it was the last reference.
    [[nodiscard]] bool drop() noexcept { return --references_ == 0; }

    /// Persistent collectives, which the program may start at any time, also after it has freed the
    /// communicator.
    [[nodiscard]] bool has_persistent() const noexcept { return persistent_ != 0; }
    void add_persistent() noexcept { ++persistent_; }
    void remove_persistent() noexcept { --persistent_; }

    /// MPI_Comm_idup that are pending. These need the handle and its attributes. So the last one
    /// frees the handle, if the program has freed it meanwhile.
    void begin_duplication() noexcept { ++duplications_; }
    /// True when the handle has to be freed now.
    [[nodiscard]] bool end_duplication() noexcept { return --duplications_ == 0 && is_freed_; }

    /// keeps_handle(): the program frees the communicator. True: duplications are pending.
    [[nodiscard]] bool free_after_duplications() noexcept {
        is_freed_ = duplications_ != 0;
        return is_freed_;
    }
    /// The program has freed it while duplications were pending.
    [[nodiscard]] bool is_freed() const noexcept { return is_freed_; }

  private:
    int references_ = 1;
    int duplications_ = 0;
    std::atomic<int> persistent_ = 0;
    std::atomic<bool> is_freed_ = false;
};

} // namespace closeranks
