#pragma once

#include "generated/tables/functions.hpp"

#include <atomic>
#include <string>
#include <string_view>

namespace closeranks {

/// The latest call of this process, kept in a file that outlives it. A process that ends the
/// program kills the others, which can report nothing then. The launcher reports where they were
/// (docs/reference/report.md). The file begins after the first failure.
///
/// A call is noted by a store into mapped memory, which survives any end of the process. When
/// several threads note calls at the same moment, one of them is kept.
///
/// Thread safety: every function may be called by several threads at once.
class LastCall {
  public:
    /// Keeps the calls in <folder>/last-rank-<rank>; keeps none if that cannot be written.
    void begin(const std::string &folder, int rank) noexcept;

    /// A call of the program begins, or has ended. Calls that only query the MPI are left out.
    void entered(Function function) noexcept;
    void left(Function function) noexcept;

    /// The wait of the current call: "MPI_Recv from rank 3, tag 7, ...".
    void waits_in(std::string_view text) noexcept;

  private:
    /// The file. tools/closeranks_launcher/records.py reads it.
    struct Page {
        char inside;    ///< '+': in the call; '-': it has ended
        char text[255]; ///< ends with a zero
    };
    void note(char inside, std::string_view text) noexcept;

    std::atomic<Page *> page_{nullptr}; // never unmapped
    std::atomic_flag begun_;            // set once, because two threads may notice the same failure
    std::atomic_flag busy_;
};

[[nodiscard]] LastCall &last_call() noexcept;

} // namespace closeranks
