#pragma once

#include <string>
#include <string_view>

namespace closeranks {

/// A process tells all others of its job that some of them end with it (core/end_scope.hpp). It
/// sends an event of PMIx, which the daemons of mpirun pass on. The event comes on a thread of
/// PMIx, so a process hears of it even during a computation.

/// From now on `hear(text)` is called on a thread of PMIx for each text of tell_all(). It must not
/// call PMIx, and must not wait. Must be called once. False: it is impossible.
[[nodiscard]] bool listen_to_all(void (*hear)(std::string_view text)) noexcept;

/// All processes that listen hear `text`; returns when the daemon of this node has it. False: it is
/// impossible, or the daemon has not answered. Must not be called from PMIx.
[[nodiscard]] bool tell_all(const std::string &text) noexcept;

} // namespace closeranks
