#pragma once

namespace closeranks {

/// Open MPI's progress engine (opal/runtime/opal_progress.h), which every wait turns: functions
/// that are registered there are called from inside of all waits and tests. It is not part of the
/// MPI standard, so it is looked for by name.
class ProgressEngine {
  public:
    using Callback = int (*)();

    /// True when functions can be registered.
    [[nodiscard]] static bool exists() noexcept;

    /// Called on every turn.
    static bool add(Callback callback) noexcept;

    /// Called on every eighth turn.
    static bool add_rarely(Callback callback) noexcept;

    static void remove(Callback callback) noexcept;
};

} // namespace closeranks
