#pragma once

#include "runtime/windows/window.hpp"

#include <span>
#include <string>

namespace closeranks {

/// What reports say of a window that has lost somebody.

/// The window has been made just now: gives it a number, and keeps the name that the MPI gives.
void name_first(Window &window);

/// The program's name for the window, if ranks are missing; empty: it has given none.
[[nodiscard]] std::string name_of(const Window &window);

/// Other processes stand for these ranks now, which no window has that there is: in all of them
/// these stay gone.
void lose_replaced(std::span<const int> ranks) noexcept;

/// `function` has made or freed the window without those who are gone.
void note_absent(Function function, const Window &window) noexcept;

/// `function` has ended an epoch without `ranks`; what they would have put there is missing.
void note_lacking(Function function, const Window &window, std::span<const int> ranks) noexcept;

/// The same without all that are gone.
void note_lacking(Function function, Window &window) noexcept;

/// Reports whose memory is missing from a window that is being freed; the first survivor does.
void report_losses(Window &window, const std::string &name);

} // namespace closeranks
