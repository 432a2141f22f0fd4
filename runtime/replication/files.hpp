#pragma once

#include "runtime/replication/schedule.hpp"
#include "runtime/support/handles.hpp"

#include <memory>
#include <optional>
#include <string>

namespace closeranks::replication {

/// A file of the program.
///
/// **The leader of a rank accesses it**; its twin takes status and data from the leader's
/// decisions. Both could write the same bytes, but a twin may be behind. It would write old data
/// over later data of other ranks, and read data that its leader had not found there. When a leader
/// fails, its twin makes the accesses that the leader has not told. An access that was already made
/// is repeated, before any process could know of it: accesses of other ranks are concurrent with it
/// then.
struct File {
    /// The program's handle: a local file of the null device. It carries view, info and error
    /// handler.
    MPI_File handle = MPI_FILE_NULL;
    /// The file itself, opened by this process alone. A twin has it open, too, because another file
    /// may get the name; MPI_FILE_NULL: the twin could not open it.
    MPI_File acting = MPI_FILE_NULL;
    std::int64_t inode = 0; ///< of the file itself; 0: unknown
    std::shared_ptr<Communicator> communicator = nullptr;
    std::string name = {};
    int amode = 0; ///< as the program gave it
    Info info = {};
    // In elementary types of the view, as MPI counts.
    MPI_Offset position = 0;        ///< the individual file pointer
    MPI_Offset shared_position = 0; ///< moved by collective calls only
    MPI_Count etype_size = 1;
    bool is_atomic = false;
    /// Between the beginning and the end of a split collective.
    MPI_Status split_status = {};
    int split_code = MPI_SUCCESS;
};

/// nullptr: the program has none with that handle.
[[nodiscard]] File *find_file(MPI_File handle) noexcept;

/// Raises the error on the program's file; MPI_FILE_NULL: on none. Returns the code.
[[nodiscard]] int raise_on_file(MPI_File handle, int code,
                                const char *function = "a function of MPI-IO");

/// Opens the file itself in this process with the program's arguments, if it is not open yet.
/// MPI_ERR_NO_SUCH_FILE: another file has its name.
[[nodiscard]] int act_on(File &file);

/// The number of the file that has the name, which may have a prefix ("ufs:name"); 0: there is
/// none.
[[nodiscard]] std::int64_t inode_of_mpi_file(const std::string &name) noexcept;

/// While it lives, errors of files that are opened meanwhile return to the library.
class QuietFiles {
  public:
    QuietFiles() noexcept {
        static_cast<void>(real.File_get_errhandler(MPI_FILE_NULL, &before_));
        static_cast<void>(real.File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
    }
    ~QuietFiles() {
        static_cast<void>(real.File_set_errhandler(MPI_FILE_NULL, before_));
        static_cast<void>(real.Errhandler_free(&before_));
    }
    QuietFiles(const QuietFiles &) = delete;
    QuietFiles &operator=(const QuietFiles &) = delete;

  private:
    MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

/// An access of this rank at `offset`, or at its file pointer, which then moves.
[[nodiscard]] int access(File &file, std::optional<MPI_Offset> offset, const Elements &what,
                         bool writes, MPI_Status *status);

/// The size in bytes, as the leader sees it.
[[nodiscard]] int size_of_file(File &file, MPI_Offset *size);

/// The end of the file in elementary types of the view.
[[nodiscard]] int end_of_file(File &file, MPI_Offset *offset);

} // namespace closeranks::replication
