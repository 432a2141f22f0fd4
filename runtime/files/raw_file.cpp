#include "runtime/files/raw_file.hpp"

#include "runtime/support/real.hpp"

namespace closeranks {

bool RawFile::open() noexcept {
    if (file_ != MPI_FILE_NULL) return true;
    // An error here is not the program's; the handler for files that are not open gets it.
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    static_cast<void>(real.File_get_errhandler(MPI_FILE_NULL, &before));
    static_cast<void>(real.File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
    if (real.File_open(MPI_COMM_SELF, name_.c_str(), amode_, MPI_INFO_NULL, &file_) != MPI_SUCCESS)
        file_ = MPI_FILE_NULL;
    else
        static_cast<void>(real.File_set_errhandler(file_, MPI_ERRORS_RETURN));
    static_cast<void>(real.File_set_errhandler(MPI_FILE_NULL, before));
    static_cast<void>(real.Errhandler_free(&before));
    return file_ != MPI_FILE_NULL;
}

bool RawFile::write(MPI_Offset at, std::span<const std::byte> bytes) noexcept {
    if (!open()) return false;
    MPI_Status status;
    int count = 0;
    return real.File_write_at(file_, at, bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE,
                              &status) == MPI_SUCCESS &&
           real.Get_count(&status, MPI_BYTE, &count) == MPI_SUCCESS &&
           static_cast<std::size_t>(count) == bytes.size();
}

void RawFile::close() noexcept {
    if (file_ != MPI_FILE_NULL) static_cast<void>(real.File_close(&file_));
    file_ = MPI_FILE_NULL;
}

} // namespace closeranks
