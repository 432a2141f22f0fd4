#pragma once

#include <cstddef>

namespace closeranks {

/// The number of processes that Open MPI knows to have failed, read from Open MPI's memory. The
/// official query (MPIX_Comm_get_failed) makes a group each time, and every collective asks.
class FailedProcesses {
  public:
    /// Finds the number in memory; MPI must be initialised. False: it was not found, and count()
    /// must not be called.
    [[nodiscard]] static bool prepare() noexcept;

    /// True when the MPI knows of a failure. False before prepare().
    [[nodiscard]] static bool any() noexcept { return is_prepared() && count() > 0; }

    /// True when the MPI knows of no failure. False before prepare().
    [[nodiscard]] static bool none() noexcept { return is_prepared() && count() == 0; }

    /// Costs four instructions. Safe on several threads.
    [[nodiscard]] static int count() noexcept {
        const std::byte *const group = *group_;
        return *reinterpret_cast<const int *>(group + size_offset_);
    }

  private:
    [[nodiscard]] static bool is_prepared() noexcept {
        return group_ != nullptr && size_offset_ > 0;
    }

    static inline const std::byte *const *group_ = nullptr; ///< Open MPI's own variable
    static inline std::ptrdiff_t size_offset_ = 0;          ///< of the size in one of its groups
};

} // namespace closeranks
