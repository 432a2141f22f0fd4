#pragma once

#include "runtime/entry.hpp"

namespace closeranks {

/// What the wrappers of functions that are not protected yet call.

/// Says once for each function that it passes through, when a failure has already happened.
inline void passing(const Entry &entry) noexcept {
    World &w = world();
    if (!w.missing.empty() && !Entry::nested()) [[unlikely]]
        w.report.passes_through(entry.function());
}

} // namespace closeranks
