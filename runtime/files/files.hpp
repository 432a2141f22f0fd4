#pragma once

#include "runtime/communicators/object_comm.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/files/buffering_plan.hpp"
#include "runtime/files/file_pieces.hpp"
#include "runtime/files/raw_file.hpp"
#include "runtime/files/shared_pointer.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace closeranks {

/// The state of one open file of the program (docs/explanation/files.md).
///
/// The program's MPI_File is a real file that this process has opened for itself alone, so no
/// failure of another process can reach it. The MPI handles all data access, views, individual
/// pointers, info and the error handler. This class handles everything that concerns the other
/// processes.
class File {
  public:
    MPI_File handle = MPI_FILE_NULL;
    std::string name;
    int amode = 0; ///< as the program set it
    Group group;   ///< the program's view of the processes that opened it
    /// Processes that opened it, unknown to the program; nullptr: only this one.
    Communicator *members = nullptr;
    const char *format_library = nullptr; ///< the library that has opened it, see Communicator
    bool deletes = false;                 ///< the library has to delete it when it is closed
    int leader = 0;            ///< in `members`: the process that does work that only one may do
    MPI_Offset etype_size = 1; ///< of the program's view, in bytes
    SharedPointer pointer;

    /// For collective buffering (runtime/files/buffering.hpp).
    BufferingWishes wishes;
    bool pieces_known = false; ///< `pieces` are those of the program's view
    FilePieces pieces;
    RawFile raw; ///< writes data of this process for others

    /// The rank of this process in `members`.
    [[nodiscard]] int rank() const noexcept { return members != nullptr ? members->rank : 0; }
    [[nodiscard]] bool leads() const noexcept { return rank() == leader; }

    /// The latest ordered write: the etypes of each member, and their begin in the view.
    std::vector<std::int64_t> latest;
    MPI_Offset latest_at = 0;
    std::vector<AffectedFile::Gap> gaps; ///< data that failed processes may not have written

    /// Raises the program's error handler on the file and returns `code`; does nothing for
    /// MPI_SUCCESS.
    [[nodiscard]] int raise(int code) const noexcept;
};

inline constinit NeverDestroyed<HandleTable<MPI_File, File>> file_table_storage;

/// The open files of this process.
[[nodiscard]] inline HandleTable<MPI_File, File> &file_table() noexcept {
    return file_table_storage.value;
}

/// The library's state of `fh`, or nullptr when the call has to pass straight through.
[[nodiscard]] inline File *find_file(MPI_File fh) noexcept {
    return Entry::nested() ? nullptr : file_table().find(fh);
}

/// The functions by which collective calls on files wait for each other
/// (runtime/communicators/object_comm.hpp).

/// Sets each of `values` to the largest value of any member.
void combine_largest(const File &file, Function function, std::span<std::int64_t> values) noexcept;

/// Sets each of `values` to the sum over all survivors.
void combine_sums(const File &file, Function function, std::span<std::int64_t> values) noexcept;

/// The worst of the survivors' error codes: MPI_SUCCESS only if all have succeeded.
[[nodiscard]] int worst(const File &file, Function function, int code) noexcept;

/// Makes the lowest survivor the leader. All survivors learn the same leader, whatever each of them
/// knows of failures. Returns the largest `value`.
std::int64_t elect(File &file, Function function, std::int64_t value) noexcept;

/// True when all survivors have passed the same value.
[[nodiscard]] bool is_same(const File &file, Function function, std::int64_t value) noexcept;

/// The bytes of the type's data; 0 for an invalid type.
[[nodiscard]] MPI_Offset bytes_in(MPI_Datatype type) noexcept;

/// Work that one process does for all: the leader does it. If it fails before all processes know
/// that the work is done, the next leader does it (`again`). Returns the code at all survivors.
using ByOne = FunctionRef<int(bool again)>;
[[nodiscard]] int by_one(File &file, Function function, ByOne action) noexcept;

/// File_open (MPI 4.1, 14.2.1). On a communicator that is not protected it passes through. For a
/// file that one process opens alone, the library handles only the shared file pointer.
[[nodiscard]] int open_file(MPI_Comm comm, const char *filename, int amode, MPI_Info info,
                            MPI_File *fh) noexcept;

/// Replacement processes stand for some of its ranks now, and have opened the file on their way, so
/// that its members are complete again. The shared pointer keeps its place, and so do the views and
/// the individual pointers of the survivors. Collective over the members.
void rejoin(File &file);

/// File_close: returns when all survivors have closed the file.
[[nodiscard]] int close_file(MPI_File *fh) noexcept;

/// Collective calls about a file that other processes have opened as well.
[[nodiscard]] int set_file_size(File &file, MPI_Offset size) noexcept;
[[nodiscard]] int preallocate(File &file, MPI_Offset size) noexcept;
[[nodiscard]] int sync_file(File &file) noexcept;
[[nodiscard]] int set_atomicity(File &file, int flag) noexcept;
[[nodiscard]] int set_view(File &file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                           const char *datarep, MPI_Info info) noexcept;

/// Collective writes at offsets and at individual pointers: buffered where the program asks for it
/// and it is better, else the MPI's own call on this process's file.
[[nodiscard]] int write_at_all(File &file, MPI_Offset offset, const void *buf, MPI_Count count,
                               MPI_Datatype datatype, MPI_Status *status) noexcept;
[[nodiscard]] int write_all(File &file, const void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) noexcept;

/// Queries in which the program's view of the file differs from the real one.
[[nodiscard]] int get_file_amode(File &file, int *amode) noexcept;
[[nodiscard]] int get_file_group(File &file, MPI_Group *group) noexcept;

/// The shared file pointer.
[[nodiscard]] int seek_shared(File &file, MPI_Offset offset, int whence) noexcept;
[[nodiscard]] int get_position_shared(File &file, MPI_Offset *offset) noexcept;

enum class Access : std::uint8_t { read, write };

/// Takes `count` elements at the shared pointer for this process; `offset` is their place, in
/// etypes. Returns MPI_SUCCESS or an error that has been raised.
[[nodiscard]] int claim_shared(File &file, Access access, MPI_Count count, MPI_Datatype type,
                               MPI_Offset &offset) noexcept;

/// The same for all survivors together, in the order of their ranks (collective).
[[nodiscard]] int claim_ordered(File &file, Access access, MPI_Count count, MPI_Datatype type,
                                MPI_Offset &offset) noexcept;

/// Waits until all survivors have ended their latest ordered write, and notes data that the others
/// may not have written.
void settle_ordered(File &file, Function function) noexcept;

namespace cold {
void note_absent(const File &file) noexcept;
} // namespace cold

/// Counts a collective call of the survivors in which lost ranks take no part.
inline void note_absent(const File &file) noexcept {
    if (lost_ranks().any_ever()) [[unlikely]]
        cold::note_absent(file);
}
inline void note_absent(MPI_File fh) noexcept {
    if (!lost_ranks().any_ever()) [[likely]]
        return;
    if (const File *const file = find_file(fh)) cold::note_absent(*file);
}

} // namespace closeranks
