#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/support/published.hpp"

namespace closeranks {

/// The way of a replacement process from MPI_Init to its resume point. The other ranks are at the
/// resume point, so none takes part in what this process does on the way. It claims the
/// communicators that its predecessor has made there (communicators/returning.hpp).
class WayBack {
  public:
    /// True while this process is on its way.
    [[nodiscard]] static bool is_on() noexcept { return is_on_; }

    /// Called where `function` needs another rank. Ends a process that is on its way, because the
    /// other ranks would wait for it for ever.
    static void need_others(Function function) noexcept {
        if (is_on()) [[unlikely]]
            end_at(function);
    }

  private:
    friend class Returning; ///< begins and ends the way
    [[noreturn, gnu::cold]] static void end_at(Function function) noexcept;

    static inline constinit Flag is_on_;
};

} // namespace closeranks
