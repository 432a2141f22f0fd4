#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The words that the processes of a window write about one of them, in its memory. Zero bytes are
/// the initial state. Every word is written by one process at a time. Where more than one may write
/// it, the word names the writer. So survivors can judge each state of these words.
///
/// Processes on the same host have the block mapped; for others, its process reads and writes it
/// (runtime/windows/control_word.hpp). `Rank` numbers are those of the window, plus one: zero is no
/// rank.
struct WindowControl {
    using Word = std::atomic<std::uint32_t>;
    static_assert(Word::is_always_lock_free);

    // The places of the words. The first two: the process that changes memory here by an
    // accumulating call; and the process that holds the exclusive lock here, or waits for processes
    // with shared ones.
    static constexpr std::size_t accumulating = 0;
    static constexpr std::size_t exclusive = 1;
    // The words of one other process for this one. They say whether it holds a shared lock here, or
    // is about to (Holds). They count its exposures to this process so far (MPI_Win_post), and its
    // ended accesses here so far (MPI_Win_complete).
    static constexpr std::size_t holds(int rank) noexcept { return slot(rank); }
    static constexpr std::size_t posted(int rank) noexcept { return slot(rank) + 1; }
    static constexpr std::size_t completed(int rank) noexcept { return slot(rank) + 2; }

    /// The states of a shared lock. `served`: a request that was sent under the lock is being
    /// carried out.
    enum Holds : std::uint32_t { none, held, served };

    [[nodiscard]] Word &word(std::size_t place) noexcept {
        return reinterpret_cast<Word *>(this)[place];
    }

    /// For a window of `size` processes.
    [[nodiscard]] static constexpr std::size_t words(int size) noexcept { return slot(size); }
    [[nodiscard]] static constexpr std::size_t bytes(int size) noexcept {
        return words(size) * sizeof(Word);
    }

    /// The first process from `rank` on that holds a shared lock here; `size`: none.
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
