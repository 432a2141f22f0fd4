#pragma once

namespace closeranks {

/// Open MPI's progress engine (opal/runtime/opal_progress.h), which every wait turns: it calls
/// registered functions from inside all waits and tests. It is not part of the MPI standard, so it
/// is found by name.
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

    /// True while this thread takes an ExclusiveTurn.
    [[nodiscard]] static bool is_taken() noexcept { return exclusive_turns_ != 0; }

  private:
    friend class ExclusiveTurn;
    static inline constinit thread_local int exclusive_turns_ = 0;
};

/// While it lives, this thread works in the engine, and no work of the program may run there. The
/// thread's calls of the MPI run the engine as well.
class ExclusiveTurn {
  public:
    ExclusiveTurn() noexcept { ++ProgressEngine::exclusive_turns_; }
    ~ExclusiveTurn() { --ProgressEngine::exclusive_turns_; }
    ExclusiveTurn(const ExclusiveTurn &) = delete;
    ExclusiveTurn &operator=(const ExclusiveTurn &) = delete;
};

} // namespace closeranks
