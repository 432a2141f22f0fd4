#pragma once

#include <vector>

#include <fcntl.h>
#include <sys/types.h>

namespace closeranks::replication {

/// The locks that the program has taken by the descriptors of one open file. They end with the
/// leader, unless its twin has the same open file.
class Locks {
  public:
    /// A lock of a range, or its end (F_UNLCK).
    struct Record {
        off_t begin = 0;
        off_t end = 0; ///< behind its last byte
        short type = F_UNLCK;
        /// It belongs to the open file (F_OFD_SETLK), not to the process.
        bool is_of_file = false;
    };

    /// The program has called flock() with success.
    void note_whole(int operation) noexcept;
    void note(const Record &record);
    /// A process that closes any descriptor of a file loses its own locks on that file.
    void forget_those_of_process();

    [[nodiscard]] bool any() const noexcept { return whole_ != 0 || !records_.empty(); }

    /// Takes them again by a descriptor of the open file, and waits for other processes that have
    /// got them meanwhile. Locks that this process has stay.
    void take_again(int descriptor) const;

    /// Ends those of the open file itself: at its last descriptor in the leader. The twin still has
    /// it.
    void end_those_of_file(int descriptor) const noexcept;

  private:
    int whole_ = 0; ///< LOCK_SH or LOCK_EX; 0: none
    std::vector<Record> records_;
};

/// The range that a call names, relative to `base`. False: it is none.
[[nodiscard]] bool find_range(off_t base, off_t start, off_t length, Locks::Record &range) noexcept;

} // namespace closeranks::replication
