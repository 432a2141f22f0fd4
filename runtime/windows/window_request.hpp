#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace closeranks {

class Window;

/// A request of a process of a window to one on another host (docs/explanation/windows.md).
/// Segments of memory follow, and rows of bytes: the contents of those segments, one after the
/// other. There is one answer, with such a row for requests that read. All processes run on one
/// kind of machine. So numbers travel as they are in memory, and predefined datatypes and
/// operations by their Fortran integers.
struct WindowRequest {
    enum class Kind : std::uint32_t {
        read,
        write,
        combine,     ///< an accumulating call; its answer has the former data if `fetches`
        swap,        ///< MPI_Compare_and_swap: the row to compare with, and the new one
        load,        ///< a control word, as in the kinds that follow
        store,       ///<
        exchange,    ///< to `value` if it is `expected`; the answer has the former value
        find_holder, ///< the next process from rank `place` on that holds a shared lock
    };

    Kind kind{};
    std::uint32_t claim = 0; ///< the lock under which the origin writes (Window::Lock)
    std::uint32_t segments = 0;
    std::uint32_t fetches = 0;
    MPI_Fint type = 0;
    MPI_Fint op = 0;
    std::uint32_t place = 0;
    /// Also: the failed process that may still have the mutex of accumulating calls.
    std::uint32_t expected = 0;
    std::uint32_t value = 0;
    std::uint32_t unused = 0; // fills the gap, so that each byte has a value
    std::uint64_t address = 0;
};

struct WindowAnswer {
    /// Of the system; EBUSY: `value` has the mutex; ESRCH: the asking process counts as failed.
    std::int32_t error = 0;
    std::int32_t code = 0;   ///< of the MPI
    std::uint32_t value = 0; ///< of a control word
    std::uint32_t unused = 0;
};

/// Carries out a request of `origin` to this process, completely or not at all, and returns the
/// answer to be sent. Never waits.
[[nodiscard]] std::vector<std::byte> carry_out(Window &window, int origin,
                                               std::span<const std::byte> message) noexcept;

} // namespace closeranks
