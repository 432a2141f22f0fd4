#include "runtime/files/buffering.hpp"
#include "runtime/support/large.hpp"

namespace closeranks {

namespace {

/// The status of a complete write.
void fill(MPI_Status *status, MPI_Count count, MPI_Datatype type) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    static_cast<void>(real.Status_set_elements_x(status, MPI_BYTE, count * bytes_in(type)));
    static_cast<void>(real.Status_set_cancelled(status, 0));
}

} // namespace

int write_at_all(File &file, MPI_Offset offset, const void *buf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Status *status) noexcept {
    if (file.wishes.none != 0 || !write_buffered(file, offset, {buf, count, datatype}))
        return CLOSERANKS_LARGE(File_write_at_all)(file.handle, offset, buf, count, datatype,
                                                   status);
    fill(status, count, datatype);
    return MPI_SUCCESS;
}

int write_all(File &file, const void *buf, MPI_Count count, MPI_Datatype datatype,
              MPI_Status *status) noexcept {
    MPI_Offset at = 0;
    if (file.wishes.none != 0 || real.File_get_position(file.handle, &at) != MPI_SUCCESS ||
        !write_buffered(file, at, {buf, count, datatype}))
        return CLOSERANKS_LARGE(File_write_all)(file.handle, buf, count, datatype, status);
    fill(status, count, datatype);
    const MPI_Offset etypes = count * bytes_in(datatype) / file.etype_size;
    return real.File_seek(file.handle, at + etypes, MPI_SEEK_SET);
}

} // namespace closeranks
