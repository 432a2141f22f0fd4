#pragma once

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/posix_locks.hpp"
#include "runtime/support/function_ref.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace closeranks::replication {

/// A file that the program has opened by the C library.
///
/// **The leader of a rank accesses it**; its twin takes results and data from the leader's
/// decisions, as in MPI-IO (files.hpp). In the twin the program's descriptor is that of an empty
/// file in memory. When the leader fails, its twin opens the file by its name, and makes the first
/// call that the leader has not told. If the leader has made that call, or a part of it, the twin
/// repeats it at the same place. No other rank could know of the call before. The twin first checks
/// whether an append was made.
///
/// On one host the twin also has the leader's own open file (handed_descriptors.hpp). So the name
/// of the file may change, locks (flock) stay when the leader fails, and the position tells how
/// much of an append was made.
///
/// Both processes list folders, and read old files, by themselves. The results must not depend on
/// how far a twin lags. So a leader waits for its twin before it changes a name, or opens a file
/// for writing.
///
/// Files are followed if they are opened for writing, or are younger than the run. Other files
/// cannot change meanwhile, so both processes read them by themselves.
struct PosixFile {
    std::string name;       ///< absolute
    int flags = 0;          ///< as the program passed them
    std::int64_t inode = 0; ///< identifies the file when its name has changed
    off_t position = 0;     ///< of the descriptor
    off_t end = 0;          ///< the end of this rank's last append, or of the file at first
    /// The program's descriptors are those of the file itself in this process.
    bool is_acting = true;
    bool was_twin = false; ///< this process was a twin when the file was opened
    int own = -1;          ///< in a twin: its own descriptor of the file itself; -1: it has none
    bool shares_leaders = false; ///< `own` is a descriptor of the leader's open file
    off_t left_at = -1; ///< where the leader, which has failed, has left the position; -1: unknown
    Locks locks;        ///< of the program

    PosixFile(std::string file_name, int open_flags)
        : name(std::move(file_name)), flags(open_flags) {}
    ~PosixFile();
    PosixFile(const PosixFile &) = delete;
    PosixFile &operator=(const PosixFile &) = delete;
};

/// The outcome of a call of the program: that of `find_out()` in the leader; the twin takes the
/// leader's. `function` names the call. A twin that makes another call than its leader gives up.
[[nodiscard]] Decisions::Outcome decide_call(const char *function,
                                             FunctionRef<Decisions::Outcome()> find_out);

/// The outcome of a call that returns a number: -1 with errno, if it fails.
struct Result {
    std::int64_t value = 0;
    int error = 0;
    bool is_told = false; ///< by the leader; otherwise this process called `act`
};

/// The leader's result of `act`, like decide_call().
[[nodiscard]] Result decide_result(const char *function, FunctionRef<std::int64_t()> act);
/// Sets errno from the result.
std::int64_t with_errno(const Result &result) noexcept;

/// True if this call of a function about files is the program's, so that both processes of its rank
/// make it (program_calls.hpp; option replica_files).
[[nodiscard]] bool is_file_call(const void *caller) noexcept;
void follow_files() noexcept;
[[nodiscard]] bool are_files_followed() noexcept;
void follow_files_no_more() noexcept;
/// The followed file of a descriptor; nullptr: there is none.
[[nodiscard]] std::shared_ptr<PosixFile> posix_file(int descriptor) noexcept;
/// The same, if the program calls; nullptr: the C library makes the call.
[[nodiscard]] std::shared_ptr<PosixFile> followed(int descriptor, const void *caller) noexcept;
/// After a call that has made another descriptor of the same file. Returns that.
int share_posix_file(const std::shared_ptr<PosixFile> &file, int made);
/// `nullptr`: removes the file.
void set_posix_file(int descriptor, std::shared_ptr<PosixFile> file);
/// All, by descriptor.
[[nodiscard]] const std::vector<std::shared_ptr<PosixFile>> &posix_files() noexcept;

/// Whether an absolute name is no file of a disk, but shows this process or the system.
[[nodiscard]] bool shows_the_system(std::string_view name) noexcept;

/// The absolute path of a file's name, without use of the process's folder.
[[nodiscard]] std::string absolute_name(int folder, const char *name);
/// The program has renamed a file, which may be open, or a folder. `from` is empty: it is known by
/// its number only.
void rename_posix_files(std::int64_t inode, const std::string &from, const std::string &to);

/// Connects the program's descriptors with the file itself. -1 with errno: it cannot be opened;
/// ESTALE: another file has its name now.
[[nodiscard]] int act_on(PosixFile &file) noexcept;

// The files that a twin has at the descriptors of the program, and their exchange for the real ones
// (posix_takeover.cpp).

/// A descriptor that stands in for a file that the leader accesses.
[[nodiscard]] int make_placeholder(int flags) noexcept;

/// In a twin: its own descriptor of a file that its leader has opened. `number`: that of the
/// leader's descriptor (handed_descriptors.hpp); 0: the file has to be opened by its name.
void open_own(PosixFile &file, std::int64_t number);

/// open() of a file whose mode may not allow that, because the program made it so.
[[nodiscard]] int open_against_mode(const std::string &name, int flags) noexcept;

/// Before the program's descriptor is closed or replaced: what the C library has written to the
/// placeholder goes to the file.
void bring_written(PosixFile &file) noexcept;

/// In a process that leads: takes the locks that its leader had. Only the first call has an effect.
void take_locks_over();

/// The same for one file. This process has closed another descriptor of the file, which ends its
/// locks (fcntl).
void take_locks_again(std::int64_t inode);

/// Called late in MPI_Finalize, when all failures are known: the leader has the files themselves
/// and continues alone.
void take_files_over();

/// A call about a file, with a number as its result, made by the leader.
template <typename Call>
[[nodiscard]] std::int64_t by_leader(const char *function, PosixFile &file, Call call) {
    return with_errno(decide_result(
        function, [&]() -> std::int64_t { return act_on(file) == 0 ? std::int64_t{call()} : -1; }));
}

/// open() of the program.
[[nodiscard]] int open_posix_file(int folder, const char *name, int flags, mode_t mode);
[[nodiscard]] int close_posix_file(int descriptor);
/// The descriptor is given another file.
void leave_posix_file(int descriptor);

// For followed files. Without `at`: at the position, which then moves.
[[nodiscard]] ssize_t read_posix_file(int descriptor, PosixFile &file, void *to, std::size_t bytes,
                                      std::optional<off_t> at);
[[nodiscard]] ssize_t write_posix_file(int descriptor, PosixFile &file, const void *from,
                                       std::size_t bytes, std::optional<off_t> at);
[[nodiscard]] off_t seek_posix_file(int descriptor, PosixFile &file, off_t offset, int whence);

/// The file that had a name before a call that cannot be made twice. A leader may have made the
/// call, and failed before it could tell.
class NameBefore {
  public:
    explicit NameBefore(const std::string &name);
    [[nodiscard]] bool leader_found() const noexcept { return is_told_ && inode_ != 0; }
    [[nodiscard]] bool leader_missed() const noexcept { return is_told_ && inode_ == 0; }
    /// 0: there was nothing.
    [[nodiscard]] std::int64_t inode() const noexcept { return inode_; }

  private:
    std::int64_t inode_ = 0;
    bool is_told_ = false;
};

/// The number of the file that has the name now; 0: no file has it.
[[nodiscard]] std::int64_t inode_of(const std::string &name) noexcept;

} // namespace closeranks::replication
