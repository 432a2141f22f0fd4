#pragma once

#include "runtime/windows/remote_memory.hpp"
#include "runtime/windows/window_request.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace closeranks {

class Window;

/// The memory and the control block of a process of a window on another host. Each call sends one
/// request after the other and waits for the answers. Meanwhile the MPI progresses, and this
/// process serves others.
///
/// Thread safety: none; not for MPI_THREAD_MULTIPLE.
class OtherHostMemory final : public RemoteMemory {
  public:
    OtherHostMemory(Window &window, int rank) noexcept : window_(window), rank_(rank) {}

    /// As in RemoteMemory. An access that is longer than one request is not one step for other
    /// processes.
    [[nodiscard]] int read(std::byte *image, std::uintptr_t address,
                           std::span<const Segment> segments) const noexcept override;
    [[nodiscard]] int write(const std::byte *image, std::uintptr_t address,
                            std::span<const Segment> segments) const noexcept override;

    /// The change that an accumulating call makes to the bytes of its segments: whole elements of
    /// `basic`, a predefined type, in the order of memory. `from` and `before` (nullptr: not
    /// wanted) are images like those of read() and write().
    struct Change {
        MPI_Op op;
        MPI_Datatype basic;
        const std::byte *from;
        std::byte *before;
    };

    /// Each element is changed in one step, or not at all if the process ends. `code`: the MPI's.
    [[nodiscard]] int combine(const Change &change, std::uintptr_t address,
                              std::span<const Segment> segments, int &code) const noexcept;

    /// Writes `bytes` bytes if they equal those in `expected`; `before`: the former bytes.
    [[nodiscard]] int swap(std::uintptr_t address, std::size_t bytes, const void *expected,
                           const void *wanted, std::byte *before) const noexcept;

    // Control words. A word of a process that has ended is zero, and all changes to it succeed.
    [[nodiscard]] std::uint32_t load(std::size_t place) const noexcept;
    void store(std::size_t place, std::uint32_t value) const noexcept;
    [[nodiscard]] bool exchange(std::size_t place, std::uint32_t &expected,
                                std::uint32_t value) const noexcept;
    /// As in WindowControl::next_holder().
    [[nodiscard]] int next_holder(int rank) const noexcept;

  private:
    class Pieces;
    struct Rows;

    [[nodiscard]] int call(const WindowRequest &request, const Rows &rows,
                           WindowAnswer &answer) const noexcept;
    [[nodiscard]] int call_alone(WindowRequest &request, const Rows &rows,
                                 WindowAnswer &answer) const noexcept;
    [[nodiscard]] WindowAnswer ask(WindowRequest::Kind kind, std::size_t place,
                                   std::uint32_t expected, std::uint32_t value) const noexcept;
    [[nodiscard]] std::uint32_t claim() const noexcept;

    Window &window_;
    int rank_;
};

} // namespace closeranks
