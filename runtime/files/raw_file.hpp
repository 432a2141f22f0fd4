#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>

namespace closeranks {

/// A file that this process has opened once more, to write bytes at places independent of the
/// program's view. It is opened at the first access.
class RawFile {
  public:
    RawFile() = default;
    ~RawFile() { close(); }
    RawFile(const RawFile &) = delete;
    RawFile &operator=(const RawFile &) = delete;

    /// Sets the file, and its access mode (only the access rights of `amode` are used).
    void place(std::string name, int amode) {
        name_ = std::move(name);
        amode_ = amode & (MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR);
    }

    /// Writes all of `bytes` (less than 2 GiB); returns true if that succeeded. Raises no error.
    [[nodiscard]] bool write(MPI_Offset at, std::span<const std::byte> bytes) noexcept;

    void close() noexcept;

  private:
    [[nodiscard]] bool open() noexcept;

    std::string name_;
    int amode_ = 0;
    MPI_File file_ = MPI_FILE_NULL;
};

} // namespace closeranks
