#pragma once

#include "runtime/support/function_ref.hpp"
#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>

namespace closeranks {

/// The shared file pointer of one open file (MPI 4.1, 14.4.4), in etypes.
///
/// It is a small file of our own that every process locks (fcntl) to read and to change: the kernel
/// takes the lock away from a process that dies, so nobody ever waits for the dead, and the record
/// in it is written by one call. It comes into being when the pointer is first moved. A file that
/// one process has opened alone needs none.
///
/// Thread safety: everything may run beside everything else, but step() and reset().
class SharedPointer {
  public:
    SharedPointer() = default;
    ~SharedPointer() { close(); }
    SharedPointer(const SharedPointer &) = delete;
    SharedPointer &operator=(const SharedPointer &) = delete;

    /// The pointer is at `initial`, and kept in the file `path` (empty: nobody else has it), where
    /// there is none yet.
    void place(std::string path, MPI_Offset initial) {
        path_ = std::move(path);
        record_ = {.value = initial};
        steps_ = 0;
    }

    /// Where the pointer is. Returns MPI_SUCCESS or an error class (MPI_ERR_IO).
    [[nodiscard]] int read(MPI_Offset &value) noexcept;

    /// Moves it on by `amount`; `before` is where it was.
    [[nodiscard]] int advance(MPI_Offset amount, MPI_Offset &before) noexcept;

    /// A collective change: where the pointer belongs, given where it is (negative: it stays).
    using Move = FunctionRef<MPI_Offset(MPI_Offset before)>;

    /// Takes part in the next collective change. All processes of the file do, in the same order,
    /// and none does before all have finished the change before. Whoever comes first carries it
    /// out; all get the same `before`, whoever dies meanwhile.
    [[nodiscard]] int step(Move move, MPI_Offset &before) noexcept;

    /// As a step that moves the pointer to 0; does not make the file.
    [[nodiscard]] int reset() noexcept;

    [[nodiscard]] bool is_used() const noexcept { return fd_ >= 0; }

    /// Removes the file, if there is one; nobody may use the pointer afterwards.
    void remove() noexcept;

  private:
    struct Record {
        std::int64_t value = 0;  ///< where the pointer is
        std::int64_t steps = 0;  ///< collective changes so far
        std::int64_t before = 0; ///< where it was before the latest of them
    };

    template <typename Change> int change(bool make, Change change) noexcept;
    [[nodiscard]] bool open(bool make) noexcept;
    void close() noexcept;

    std::string path_;
    Record record_; ///< while there is no file: what belongs into it
    std::int64_t steps_ = 0;
    int fd_ = -1;
    Mutex<LockRank::leaf> mutex_; ///< fcntl locks exclude processes, not threads
};

} // namespace closeranks
