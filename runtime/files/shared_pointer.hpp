#pragma once

#include "runtime/support/function_ref.hpp"
#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>

namespace closeranks {

/// The shared file pointer of one open file (MPI 4.1, 14.4.4), in etypes.
///
/// It is a small file of the library that every process locks (fcntl) to read and to change. The
/// kernel takes the lock away from a process that fails, so no process ever waits for a failed one.
/// The record in the file is written by one call. The file is made when the pointer is first moved.
/// A file that one process has opened alone needs none.
///
/// Thread safety: all functions may run at the same time, except step() and reset().
class SharedPointer {
  public:
    SharedPointer() = default;
    ~SharedPointer() { close(); }
    SharedPointer(const SharedPointer &) = delete;
    SharedPointer &operator=(const SharedPointer &) = delete;

    /// Keeps the pointer in the file `path` (empty: no other process has it). While that file does
    /// not exist, the pointer is at `initial`.
    void place(std::string path, MPI_Offset initial) {
        path_ = std::move(path);
        record_ = {.value = initial};
        steps_ = 0;
    }

    /// Reads the pointer. Returns MPI_SUCCESS or an error class (MPI_ERR_IO).
    [[nodiscard]] int read(MPI_Offset &value) noexcept;

    /// Moves the pointer by `amount`; `before` is its former place.
    [[nodiscard]] int advance(MPI_Offset amount, MPI_Offset &before) noexcept;

    /// A collective change: the new place of the pointer, given the former one (negative: it
    /// stays).
    using Move = FunctionRef<MPI_Offset(MPI_Offset before)>;

    /// Takes part in the next collective change. All processes of the file take part, in the same
    /// order, and none does before all have finished the change before. The first process that
    /// comes carries it out. All get the same `before`, whichever processes fail meanwhile.
    [[nodiscard]] int step(Move move, MPI_Offset &before) noexcept;

    /// A step that moves the pointer to 0; does not make the file.
    [[nodiscard]] int reset() noexcept;

    [[nodiscard]] bool is_used() const noexcept { return fd_ >= 0; }

    /// Removes the file, if there is one; the pointer must not be used afterwards.
    void remove() noexcept;

  private:
    struct Record {
        std::int64_t value = 0;  ///< the place of the pointer
        std::int64_t steps = 0;  ///< collective changes so far
        std::int64_t before = 0; ///< the place before the latest collective change
    };

    template <typename Change> int change(bool make, Change change) noexcept;
    [[nodiscard]] bool open(bool make) noexcept;
    void close() noexcept;

    std::string path_;
    Record record_; ///< while there is no file: its contents
    std::int64_t steps_ = 0;
    int fd_ = -1;
    Mutex<LockRank::leaf> mutex_; ///< fcntl locks exclude processes, not threads
};

} // namespace closeranks
