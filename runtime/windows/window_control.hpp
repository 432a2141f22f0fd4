#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// What the processes of a window write about one of them, in its memory. Zero bytes are the
/// beginning. Every word is written by one process at a time, which it names where more than one
/// may: so nothing in here can be left in a state that survivors cannot judge.
///
/// Those on the same host have it mapped; others have its process read and write it for them
/// (runtime/windows/control_word.hpp). `Rank` numbers are those of the window, plus one: zero is
/// nobody.
struct WindowControl {
    using Word = std::atomic<std::uint32_t>;
    static_assert(Word::is_always_lock_free);

    // Where the words are. First: who changes memory here by an accumulating call; who holds the
    // exclusive lock here, or waits for those with shared ones.
    static constexpr std::size_t accumulating = 0;
    static constexpr std::size_t exclusive = 1;
    // What one other process says to this one: whether it holds a shared lock here, or is about to
    // (Holds); exposures to it there: how many so far (MPI_Win_post); its accesses here that have
    // ended: how many so far (MPI_Win_complete).
    static constexpr std::size_t holds(int rank) noexcept { return slot(rank); }
    static constexpr std::size_t posted(int rank) noexcept { return slot(rank) + 1; }
    static constexpr std::size_t completed(int rank) noexcept { return slot(rank) + 2; }

    /// Of a shared lock. `served`: a request that was sent under it is just being carried out.
    enum Holds : std::uint32_t { none, held, served };

    [[nodiscard]] Word &word(std::size_t place) noexcept {
        return reinterpret_cast<Word *>(this)[place];
    }

    /// For a window of `size` processes.
    [[nodiscard]] static constexpr std::size_t words(int size) noexcept { return slot(size); }
    [[nodiscard]] static constexpr std::size_t bytes(int size) noexcept {
        return words(size) * sizeof(Word);
    }

    /// The first process from `rank` on that says it holds a shared lock here; `size`: none.
    [[nodiscard]] int next_holder(int rank, int size) noexcept {
        while (rank < size && word(holds(rank)).load() == none)
            ++rank;
        return rank;
    }

  private:
    static constexpr std::size_t slot(int rank) noexcept {
        return 2 + 3 * static_cast<std::size_t>(rank);
    }
};

} // namespace closeranks
