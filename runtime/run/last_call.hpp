#pragma once

#include "generated/tables/functions.hpp"

#include <atomic>
#include <string>
#include <string_view>

namespace closeranks {

/// What this process called last, kept in a file that outlives it: whoever ends the program kills
/// the others, which can say nothing then, and the launcher tells where they were
/// (docs/reference/report.md). Begun after the first failure.
///
/// A store into mapped memory, which is there however the process ends. What several threads note
/// at the same moment is noted for one of them.
///
/// Thread safety: every function may be called by several threads at once.
class LastCall {
  public:
    /// Keeps it in <folder>/last-rank-<rank>; nowhere if that cannot be written.
    void begin(const std::string &folder, int rank) noexcept;

    /// The call of the program that begins, and that it has ended. Calls that only ask the MPI
    /// something are passed over.
    void entered(Function function) noexcept;
    void left(Function function) noexcept;

    /// The call that the process is in waits for this: "MPI_Recv from rank 3, tag 7, ...".
    void waits_in(std::string_view text) noexcept;

  private:
    /// The file. tools/closeranks_launcher/records.py reads it.
    struct Page {
        char inside;    ///< '+': in the call; '-': it has ended
        char text[255]; ///< ends with a zero
    };
    void note(char inside, std::string_view text) noexcept;

    std::atomic<Page *> page_{nullptr}; // never unmapped
    std::atomic_flag begun_;            // two threads may notice the same failure
    std::atomic_flag busy_;
};

[[nodiscard]] LastCall &last_call() noexcept;

} // namespace closeranks
