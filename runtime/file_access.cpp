#include "runtime/buffering.hpp"

namespace closeranks {

namespace {

/// The status of an access that got all it wanted.
void fill(MPI_Status *status, int count, MPI_Datatype type) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    static_cast<void>(real.Status_set_elements_x(status, MPI_BYTE, count * bytes_in(type)));
    static_cast<void>(real.Status_set_cancelled(status, 0));
}

/// Where the individual pointer is, in etypes.
MPI_Offset position(const File &file) noexcept {
    MPI_Offset at = 0;
    static_cast<void>(real.File_get_position(file.handle, &at));
    return at;
}

/// Moves it behind the access that began at `at`.
int move_on(const File &file, MPI_Offset at, int count, MPI_Datatype type) noexcept {
    const MPI_Offset etypes = count * bytes_in(type) / file.etype_size;
    return real.File_seek(file.handle, at + etypes, MPI_SEEK_SET);
}

} // namespace

int write_at_all(Entry &entry, File &file, MPI_Offset offset, const void *buf, int count,
                 MPI_Datatype datatype, MPI_Status *status) noexcept {
    if (file.wishes.no_writes != 0 || !write_buffered(entry, file, offset, {buf, count, datatype}))
        return real.File_write_at_all(file.handle, offset, buf, count, datatype, status);
    fill(status, count, datatype);
    return MPI_SUCCESS;
}

int read_at_all(Entry &entry, File &file, MPI_Offset offset, void *buf, int count,
                MPI_Datatype datatype, MPI_Status *status) noexcept {
    if (file.wishes.no_reads != 0 || !read_buffered(entry, file, offset, {buf, count, datatype}))
        return real.File_read_at_all(file.handle, offset, buf, count, datatype, status);
    fill(status, count, datatype);
    return MPI_SUCCESS;
}

int write_all(Entry &entry, File &file, const void *buf, int count, MPI_Datatype datatype,
              MPI_Status *status) noexcept {
    const MPI_Offset at = file.wishes.no_writes == 0 ? position(file) : 0;
    if (file.wishes.no_writes != 0 || !write_buffered(entry, file, at, {buf, count, datatype}))
        return real.File_write_all(file.handle, buf, count, datatype, status);
    fill(status, count, datatype);
    return move_on(file, at, count, datatype);
}

int read_all(Entry &entry, File &file, void *buf, int count, MPI_Datatype datatype,
             MPI_Status *status) noexcept {
    const MPI_Offset at = file.wishes.no_reads == 0 ? position(file) : 0;
    if (file.wishes.no_reads != 0 || !read_buffered(entry, file, at, {buf, count, datatype}))
        return real.File_read_all(file.handle, buf, count, datatype, status);
    fill(status, count, datatype);
    return move_on(file, at, count, datatype);
}

} // namespace closeranks
