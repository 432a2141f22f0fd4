#pragma once

#include "runtime/windows/window.hpp"

#include <span>
#include <string>

namespace closeranks {

/// Reports about a window that has lost ranks.

/// The window has just been made: gives it a number, and keeps the name that the MPI gives.
void name_first(Window &window);

/// The program's name for the window, if ranks are missing; empty: it has no name.
[[nodiscard]] std::string name_of(const Window &window);

/// Replacement processes stand for these ranks now. No existing window has them, so the ranks stay
/// missing in all of these.
void lose_replaced(std::span<const int> ranks) noexcept;

/// `function` has made or freed the window without the lost ranks.
void note_absent(Function function, const Window &window) noexcept;

/// `function` has ended an epoch without `ranks`; the data that they would have put is missing.
void note_lacking(Function function, const Window &window, std::span<const int> ranks) noexcept;

/// The same without all lost ranks.
void note_lacking(Function function, Window &window) noexcept;

/// Reports the ranks whose memory is missing from a window that is being freed; the first survivor
/// reports.
void report_losses(Window &window, const std::string &name);

} // namespace closeranks
