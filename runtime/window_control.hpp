#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// What the processes of a window write about one of them, in memory that all have mapped. Zero
/// bytes are the beginning. Every word is written by one process at a time, which it names where
/// more than one may: so nothing in here can be left in a state that survivors cannot judge.
///
/// `Rank` numbers are those of the window, plus one: zero is nobody.
struct WindowControl {
    using Word = std::atomic<std::uint32_t>;
    static_assert(Word::is_always_lock_free);

    /// What one other process says to this one.
    struct Slot {
        Word holds;     ///< it holds a shared lock here, or is about to
        Word posted;    ///< exposures to it there: how many so far (MPI_Win_post)
        Word completed; ///< its accesses here that have ended: how many so far (MPI_Win_complete)
    };

    Word accumulating; ///< who changes memory here by an accumulating call
    Word exclusive;    ///< who holds the exclusive lock here, or waits for those with shared ones

    /// For a window of `size` processes, one slot for each follows.
    [[nodiscard]] Slot &slot(int rank) noexcept { return reinterpret_cast<Slot *>(this + 1)[rank]; }
    [[nodiscard]] static std::size_t bytes(int size) noexcept {
        return sizeof(WindowControl) + static_cast<std::size_t>(size) * sizeof(Slot);
    }
};

} // namespace closeranks
