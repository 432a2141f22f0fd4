#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace closeranks {

class Window;

/// What a process of a window asks of one on another host (docs/explanation/windows.md). Segments
/// of memory follow, and rows of bytes: what is in those segments, one after the other. There is
/// one answer, with such a row for what reads. All processes are of one kind of machine: numbers
/// travel as they are in memory, predefined datatypes and operations as Fortran knows them.
struct WindowRequest {
    enum class Kind : std::uint32_t {
        read,
        write,
        combine,     ///< an accumulating call; its answer brings what was there if `fetches`
        swap,        ///< MPI_Compare_and_swap: the row to compare with, and the new one
        load,        ///< a control word, as the others that follow
        store,       ///<
        exchange,    ///< to `value` if it is `expected`; the answer brings what was there
        find_holder, ///< the next one from rank `place` on that holds a shared lock
    };

    Kind kind{};
    std::uint32_t claim = 0; ///< the lock under which the origin writes (Window::Lock)
    std::uint32_t segments = 0;
    std::uint32_t fetches = 0;
    MPI_Fint type = 0;
    MPI_Fint op = 0;
    std::uint32_t place = 0;
    std::uint32_t expected = 0; ///< also: who may have the mutex of accumulating calls, being dead
    std::uint32_t value = 0;
    std::uint32_t unused = 0; // no byte is left out
    std::uint64_t address = 0;
};

struct WindowAnswer {
    std::int32_t error = 0;  ///< of the system; EBUSY: `value` has the mutex; ESRCH: you are dead
    std::int32_t code = 0;   ///< of the MPI
    std::uint32_t value = 0; ///< of a control word
    std::uint32_t unused = 0;
};

/// Carries out a request of `origin` to this process, wholly or not at all, and returns the answer
/// to be sent. Never waits.
[[nodiscard]] std::vector<std::byte> carry_out(Window &window, int origin,
                                               std::span<const std::byte> message) noexcept;

} // namespace closeranks
