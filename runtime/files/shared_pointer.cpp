#include "runtime/files/shared_pointer.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace closeranks {

namespace {

/// Excludes all other processes from the file as long as it lives.
class FileLock {
  public:
    explicit FileLock(int fd) noexcept : fd_(fd) {
        int code = -1;
        do
            code = set(F_WRLCK, F_SETLKW);
        while (code != 0 && errno == EINTR);
        held_ = code == 0;
    }
    ~FileLock() {
        if (held_) static_cast<void>(set(F_UNLCK, F_SETLK));
    }
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

    [[nodiscard]] bool held() const noexcept { return held_; }

  private:
    [[nodiscard]] int set(short type, int command) const noexcept {
        struct flock lock {};
        lock.l_type = type;
        lock.l_whence = SEEK_SET;
        return fcntl(fd_, command, &lock);
    }

    int fd_;
    bool held_ = false;
};

} // namespace

bool SharedPointer::open(bool make) noexcept {
    constexpr mode_t mode = 0600;
    if (fd_ < 0) fd_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), mode);
    return fd_ >= 0;
}

void SharedPointer::close() noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

void SharedPointer::remove() noexcept {
    close();
    if (!path_.empty()) ::unlink(path_.c_str());
}

/// Applies `change` to the record. Where there is no file, and none has to be made, applies it to
/// this process's own record.
template <typename Change> int SharedPointer::change(bool make, Change change) noexcept {
    const std::scoped_lock threads(mutex_);
    if (path_.empty() || (!open(make) && !make && errno == ENOENT)) {
        change(record_);
        return MPI_SUCCESS;
    }
    if (fd_ < 0) return MPI_ERR_IO;
    const FileLock lock(fd_);
    if (!lock.held()) return MPI_ERR_IO;
    Record record = record_; // also in a file that was just made
    const ssize_t size = ::pread(fd_, &record, sizeof record, 0);
    if (size != 0 && size != ssize_t{sizeof record}) return MPI_ERR_IO;
    change(record);
    return ::pwrite(fd_, &record, sizeof record, 0) == ssize_t{sizeof record} ? MPI_SUCCESS
                                                                              : MPI_ERR_IO;
}

int SharedPointer::read(MPI_Offset &value) noexcept {
    return change(false, [&](Record &record) { value = record.value; });
}

int SharedPointer::advance(MPI_Offset amount, MPI_Offset &before) noexcept {
    return change(true, [&](Record &record) {
        before = record.value;
        record.value += amount;
    });
}

int SharedPointer::step(Move move, MPI_Offset &before) noexcept {
    ++steps_;
    const auto once = [&](Record &record) {
        if (record.steps < steps_) {
            record.before = record.value;
            record.steps = steps_;
            if (const MPI_Offset to = move(record.before); to >= 0) record.value = to;
        }
        before = record.before;
    };
    return change(true, once);
}

int SharedPointer::reset() noexcept {
    ++steps_;
    const auto once = [&](Record &record) {
        if (record.steps >= steps_) return;
        record.before = record.value;
        record.steps = steps_;
        record.value = 0;
    };
    return change(false, once);
}

} // namespace closeranks
