#pragma once

#include <string>
#include <string_view>

namespace closeranks {

/// How a process tells all others of its job that some of them end with it (core/end_scope.hpp): by
/// an event of PMIx, which the daemons of mpirun hand on. It comes on a thread of PMIx, so that a
/// process hears of it in the midst of a computation, too.

/// From now on `hear(text)` is called for what tell_all() says, on a thread of PMIx: it must not
/// call PMIx, and must not wait. To be called once. False: that cannot be done.
[[nodiscard]] bool listen_to_all(void (*hear)(std::string_view text)) noexcept;

/// All processes that listen hear `text`; returns when the daemon of this node has it. False: that
/// cannot be done, or the daemon has not answered. Must not be called from PMIx.
[[nodiscard]] bool tell_all(const std::string &text) noexcept;

} // namespace closeranks
