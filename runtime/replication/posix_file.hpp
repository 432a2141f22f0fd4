#pragma once

#include "runtime/support/function_ref.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <sys/stat.h>
#include <sys/types.h>

namespace closeranks::replication {

/// A file that the program has opened by the C library.
///
/// **The leader of a rank accesses it**; its twin takes results and data from the leader's
/// decisions, as in MPI-IO (files.hpp). In the twin the program's descriptor is that of an empty
/// file in memory. When the leader dies its twin opens the file by its name, and does the first
/// call that the leader has not told. If the leader has done that one, or a part of it, it is done
/// again at the same place, before any other rank could know of it. An append is looked for first.
///
/// Files are followed that are opened for writing, or that are younger than the run: others cannot
/// change meanwhile, so that both processes read them for themselves.
struct PosixFile {
    std::string name;      ///< absolute
    int flags = 0;         ///< as the program gave them
    off_t position = 0;    ///< of the descriptor
    off_t end = 0;         ///< of what this rank has appended last, or of the file at first
    bool is_acting = true; ///< the program's descriptors are those of the file itself here
    bool was_twin = false; ///< of this process, when it was opened
};

/// What is told of a call that returns a number, -1 with errno.
struct Result {
    std::int64_t value = 0;
    int error = 0;
    bool is_told = false; ///< by the leader; otherwise `act` was called here
};

/// The leader's result of `act`.
[[nodiscard]] Result decide_result(FunctionRef<std::int64_t()> act);
/// Sets errno as the result has it.
std::int64_t with_errno(const Result &result) noexcept;

/// Whether this call of a function about files is the program's and both processes of its rank make
/// it (program_calls.hpp; option replica_files).
[[nodiscard]] bool is_file_call(const void *caller) noexcept;
void begin_file_calls() noexcept;
/// In MPI_Finalize: what was written before it is in the file. From here on the leader goes on
/// alone.
void end_file_calls();

/// The followed file of a descriptor; nullptr: there is none.
[[nodiscard]] std::shared_ptr<PosixFile> posix_file(int descriptor) noexcept;
/// `nullptr`: it is none any more.
void set_posix_file(int descriptor, std::shared_ptr<PosixFile> file);

/// What a file's name says without the folder of the process.
[[nodiscard]] std::string absolute_name(int folder, const char *name);
/// The program has renamed a file that may be open.
void rename_posix_files(const std::string &from, const std::string &to);

/// Puts the file itself at the program's descriptors. -1 with errno: it cannot be opened.
[[nodiscard]] int act_on(PosixFile &file) noexcept;

/// open() of the program.
[[nodiscard]] int open_posix_file(int folder, const char *name, int flags, mode_t mode);
[[nodiscard]] int close_posix_file(int descriptor);

// Of followed files. Without `at`: at the position, which moves.
[[nodiscard]] ssize_t read_posix_file(int descriptor, PosixFile &file, void *to, std::size_t bytes,
                                      std::optional<off_t> at);
[[nodiscard]] ssize_t write_posix_file(int descriptor, PosixFile &file, const void *from,
                                       std::size_t bytes, std::optional<off_t> at);
[[nodiscard]] off_t seek_posix_file(int descriptor, PosixFile &file, off_t offset, int whence);

/// Something was there before a call that cannot be done twice. A leader may have done it, and died
/// before it could tell.
class NameBefore {
  public:
    explicit NameBefore(const std::string &name);
    [[nodiscard]] bool leader_found() const noexcept { return is_told_ && was_there_; }
    [[nodiscard]] bool leader_missed() const noexcept { return is_told_ && !was_there_; }

  private:
    bool was_there_ = false;
    bool is_told_ = false;
};

} // namespace closeranks::replication
