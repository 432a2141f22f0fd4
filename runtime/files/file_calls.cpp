#include "runtime/files/files.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/way_back.hpp"

namespace closeranks {

namespace {

/// The place of the shared pointer, in bytes from the start of the file; no process moves it
/// meanwhile. An error is returned by all.
int byte_of_pointer(File &file, MPI_Offset &byte) noexcept {
    MPI_Offset at = 0;
    static_cast<void>(worst(file, Entry::function(), MPI_SUCCESS)); // no process moves it any more
    int own = file.pointer.read(at);
    if (own == MPI_SUCCESS) own = real.File_get_byte_offset(file.handle, at, &byte);
    return file.raise(worst(file, Entry::function(), own)); // all have read it
}

} // namespace

int get_file_amode(File &file, int *amode) noexcept {
    if (amode == nullptr) return real.File_get_amode(file.handle, amode);
    *amode = file.amode;
    return MPI_SUCCESS;
}

int get_file_group(File &file, MPI_Group *group) noexcept {
    if (group == nullptr) return real.File_get_group(file.handle, group);
    return file.raise(real.Group_union(file.group.get(), MPI_GROUP_EMPTY, group));
}

int set_file_size(File &file, MPI_Offset size) noexcept {
    // The other processes have written to it since then.
    if (WayBack::is_on()) return MPI_SUCCESS;
    if (!is_same(file, Entry::function(), size)) return file.raise(MPI_ERR_NOT_SAME);
    const int own = real.File_set_size(file.handle, size);
    // A process that continued could write data that a slower process then cuts off.
    const int code = worst(file, Entry::function(), own);
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

int preallocate(File &file, MPI_Offset size) noexcept {
    if (WayBack::is_on()) return MPI_SUCCESS;
    if (!is_same(file, Entry::function(), size)) return file.raise(MPI_ERR_NOT_SAME);
    // The MPI reads and writes the whole file (Quirk::preallocate_copies): one process is enough.
    int own = MPI_SUCCESS;
    const int code = by_one(file, Entry::function(),
                            [&](bool) { return own = real.File_preallocate(file.handle, size); });
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

int sync_file(File &file) noexcept {
    static_cast<void>(worst(file, Entry::function(), MPI_SUCCESS));
    const int code = real.File_sync(file.handle);
    // Data that other processes have written for this one is safe when they have done the same.
    if (file.wishes.none == 0) static_cast<void>(worst(file, Entry::function(), MPI_SUCCESS));
    return code;
}

int set_atomicity(File &file, int flag) noexcept {
    if (!is_same(file, Entry::function(), flag != 0)) return file.raise(MPI_ERR_NOT_SAME);
    return real.File_set_atomicity(file.handle, flag);
}

int set_view(File &file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
             const char *datarep, MPI_Info info) noexcept {
    if (disp == MPI_DISPLACEMENT_CURRENT && (file.amode & MPI_MODE_SEQUENTIAL) != 0)
        if (const int code = byte_of_pointer(file, disp); code != MPI_SUCCESS) return code;
    settle_ordered(file, Entry::function());
    const int own = real.File_set_view(file.handle, disp, etype, filetype, datarep, info);
    if (own == MPI_SUCCESS) file.etype_size = bytes_in(etype);
    file.pieces_known = false;
    // The shared pointer returns to 0 when no process uses its old place any more.
    const int code = worst(file, Entry::function(), own);
    if (code == MPI_SUCCESS) return file.raise(file.pointer.reset());
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

} // namespace closeranks
