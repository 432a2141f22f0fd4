#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/say.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

/// Functions of the C library about descriptors, as the program calls them.

namespace closeranks::replication {

namespace {

int open_as_program(const void *caller, int folder, const char *name, int flags, mode_t mode) {
    constexpr int others = O_PATH | O_DIRECTORY | (O_TMPFILE & ~O_DIRECTORY);
    if (!is_file_call(caller)) return CLOSERANKS_NEXT(openat)(folder, name, flags, mode);
    if (name != nullptr && (flags & others) == 0) return open_posix_file(folder, name, flags, mode);
    const int descriptor = CLOSERANKS_NEXT(openat)(folder, name, flags, mode);
    set_posix_file(descriptor, nullptr);
    return descriptor;
}

std::size_t bytes_of(const iovec *pieces, int count) noexcept {
    std::size_t bytes = 0;
    for (int i = 0; i < count; ++i)
        bytes += pieces[i].iov_len;
    return bytes;
}

ssize_t read_pieces(int descriptor, PosixFile &file, const iovec *pieces, int count,
                    std::optional<off_t> at) {
    std::vector<std::byte> all(bytes_of(pieces, count));
    const ssize_t found = read_posix_file(descriptor, file, all.data(), all.size(), at);
    std::size_t from = 0;
    for (int i = 0; found > 0 && i < count; ++i) {
        const std::size_t bytes =
            std::min(pieces[i].iov_len, static_cast<std::size_t>(found) - from);
        if (bytes != 0) std::memcpy(pieces[i].iov_base, all.data() + from, bytes);
        from += bytes;
    }
    return found;
}

ssize_t write_pieces(int descriptor, PosixFile &file, const iovec *pieces, int count,
                     std::optional<off_t> at) {
    std::vector<std::byte> all(bytes_of(pieces, count));
    std::size_t to = 0;
    for (int i = 0; i < count; ++i) {
        if (pieces[i].iov_len != 0)
            std::memcpy(all.data() + to, pieces[i].iov_base, pieces[i].iov_len);
        to += pieces[i].iov_len;
    }
    return write_posix_file(descriptor, file, all.data(), all.size(), at);
}

[[gnu::format(printf, 3, 0)]] int print_to(int descriptor, PosixFile &file, const char *format,
                                           std::va_list arguments) {
    char *text = nullptr;
    const int bytes = ::vasprintf(&text, format, arguments);
    if (bytes < 0) return -1;
    const std::unique_ptr<char, decltype(&std::free)> kept(text, std::free);
    for (std::size_t done = 0; done < static_cast<std::size_t>(bytes);) {
        const ssize_t now = write_posix_file(descriptor, file, text + done,
                                             static_cast<std::size_t>(bytes) - done, {});
        if (now <= 0) return -1;
        done += static_cast<std::size_t>(now);
    }
    return bytes;
}

[[gnu::format(printf, 2, 0)]] int print(int descriptor, const char *format, std::va_list arguments,
                                        const void *caller) {
    const auto file = followed(descriptor, caller);
    return file == nullptr ? CLOSERANKS_NEXT(vdprintf)(descriptor, format, arguments)
                           : print_to(descriptor, *file, format, arguments);
}

} // namespace

} // namespace closeranks::replication

using namespace closeranks::replication;

/// The last argument of open(), which exists only with some flags.
#define CLOSERANKS_TAKE_MODE(mode, last)                                                           \
    mode_t mode = 0;                                                                               \
    if (((last) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) != 0) {                                  \
        std::va_list arguments;                                                                    \
        va_start(arguments, last);                                                                 \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

CLOSERANKS_IN_PLACE int open(const char *name, int flags, ...) {
    CLOSERANKS_TAKE_MODE(mode, flags)
    return open_as_program(CLOSERANKS_CALLER, AT_FDCWD, name, flags, mode);
}
CLOSERANKS_SAME(open64, open)

CLOSERANKS_IN_PLACE int openat(int folder, const char *name, int flags, ...) {
    CLOSERANKS_TAKE_MODE(mode, flags)
    return open_as_program(CLOSERANKS_CALLER, folder, name, flags, mode);
}
CLOSERANKS_SAME(openat64, openat)

CLOSERANKS_IN_PLACE int __open_2(const char *name, int flags) {
    return open_as_program(CLOSERANKS_CALLER, AT_FDCWD, name, flags, 0);
}
extern "C" __attribute__((visibility("default"), alias("__open_2"))) decltype(__open_2) __open64_2;

CLOSERANKS_IN_PLACE int __openat_2(int folder, const char *name, int flags) {
    return open_as_program(CLOSERANKS_CALLER, folder, name, flags, 0);
}
extern "C"
    __attribute__((visibility("default"), alias("__openat_2"))) decltype(__openat_2) __openat64_2;

CLOSERANKS_IN_PLACE int creat(const char *name, mode_t mode) {
    return open_as_program(CLOSERANKS_CALLER, AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
CLOSERANKS_SAME(creat64, creat)

CLOSERANKS_IN_PLACE int close(int descriptor) {
    if (followed(descriptor, CLOSERANKS_CALLER) == nullptr)
        return CLOSERANKS_NEXT(close)(descriptor);
    return close_posix_file(descriptor);
}

CLOSERANKS_IN_PLACE ssize_t read(int descriptor, void *to, std::size_t bytes) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(read)(descriptor, to, bytes)
                           : read_posix_file(descriptor, *file, to, bytes, {});
}

CLOSERANKS_IN_PLACE ssize_t __read_chk(int descriptor, void *to, std::size_t bytes, std::size_t) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(read)(descriptor, to, bytes)
                           : read_posix_file(descriptor, *file, to, bytes, {});
}

CLOSERANKS_IN_PLACE ssize_t pread(int descriptor, void *to, std::size_t bytes, off_t at) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(pread)(descriptor, to, bytes, at)
                           : read_posix_file(descriptor, *file, to, bytes, at);
}
CLOSERANKS_SAME(pread64, pread)

CLOSERANKS_IN_PLACE ssize_t __pread_chk(int descriptor, void *to, std::size_t bytes, off_t at,
                                        std::size_t) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(pread)(descriptor, to, bytes, at)
                           : read_posix_file(descriptor, *file, to, bytes, at);
}
extern "C" __attribute__((visibility("default"),
                          alias("__pread_chk"))) decltype(__pread_chk) __pread64_chk;

CLOSERANKS_IN_PLACE ssize_t readv(int descriptor, const iovec *pieces, int count) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(readv)(descriptor, pieces, count)
                           : read_pieces(descriptor, *file, pieces, count, {});
}

CLOSERANKS_IN_PLACE ssize_t preadv(int descriptor, const iovec *pieces, int count, off_t at) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(preadv)(descriptor, pieces, count, at)
                           : read_pieces(descriptor, *file, pieces, count, at);
}
CLOSERANKS_SAME(preadv64, preadv)

CLOSERANKS_IN_PLACE ssize_t write(int descriptor, const void *from, std::size_t bytes) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(write)(descriptor, from, bytes)
                           : write_posix_file(descriptor, *file, from, bytes, {});
}

CLOSERANKS_IN_PLACE ssize_t pwrite(int descriptor, const void *from, std::size_t bytes, off_t at) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(pwrite)(descriptor, from, bytes, at)
                           : write_posix_file(descriptor, *file, from, bytes, at);
}
CLOSERANKS_SAME(pwrite64, pwrite)

CLOSERANKS_IN_PLACE ssize_t writev(int descriptor, const iovec *pieces, int count) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(writev)(descriptor, pieces, count)
                           : write_pieces(descriptor, *file, pieces, count, {});
}

CLOSERANKS_IN_PLACE ssize_t pwritev(int descriptor, const iovec *pieces, int count, off_t at) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(pwritev)(descriptor, pieces, count, at)
                           : write_pieces(descriptor, *file, pieces, count, at);
}
CLOSERANKS_SAME(pwritev64, pwritev)

#define CLOSERANKS_PRINT(result, descriptor, format)                                               \
    std::va_list arguments;                                                                        \
    va_start(arguments, format);                                                                   \
    const int result = print(descriptor, format, arguments, CLOSERANKS_CALLER);                    \
    va_end(arguments);

CLOSERANKS_IN_PLACE int dprintf(int descriptor, const char *format, ...) {
    CLOSERANKS_PRINT(bytes, descriptor, format)
    return bytes;
}

CLOSERANKS_IN_PLACE [[gnu::format(printf, 3, 4)]] int __dprintf_chk(int descriptor, int /*flag*/,
                                                                    const char *format, ...) {
    CLOSERANKS_PRINT(bytes, descriptor, format)
    return bytes;
}

CLOSERANKS_IN_PLACE int vdprintf(int descriptor, const char *format, std::va_list arguments) {
    return print(descriptor, format, arguments, CLOSERANKS_CALLER);
}

CLOSERANKS_IN_PLACE [[gnu::format(printf, 3, 0)]] int
__vdprintf_chk(int descriptor, int /*flag*/, const char *format, std::va_list arguments) {
    return print(descriptor, format, arguments, CLOSERANKS_CALLER);
}

CLOSERANKS_IN_PLACE off_t lseek(int descriptor, off_t offset, int whence) noexcept {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(lseek)(descriptor, offset, whence)
                           : seek_posix_file(descriptor, *file, offset, whence);
}
CLOSERANKS_SAME(lseek64, lseek)

CLOSERANKS_IN_PLACE int ftruncate(int descriptor, off_t size) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(ftruncate)(descriptor, size); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("ftruncate", *file, next));
}
CLOSERANKS_SAME(ftruncate64, ftruncate)

CLOSERANKS_IN_PLACE int fallocate(int descriptor, int mode, off_t offset, off_t size) {
    const auto next = [&] { return CLOSERANKS_NEXT(fallocate)(descriptor, mode, offset, size); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("fallocate", *file, next));
}
CLOSERANKS_SAME(fallocate64, fallocate)

CLOSERANKS_IN_PLACE int posix_fallocate(int descriptor, off_t offset, off_t size) {
    const auto next = [&] { return CLOSERANKS_NEXT(posix_fallocate)(descriptor, offset, size); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("posix_fallocate", *file, next));
}
CLOSERANKS_SAME(posix_fallocate64, posix_fallocate)

CLOSERANKS_IN_PLACE int fsync(int descriptor) {
    const auto next = [&] { return CLOSERANKS_NEXT(fsync)(descriptor); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("fsync", *file, next));
}

CLOSERANKS_IN_PLACE int fdatasync(int descriptor) {
    const auto next = [&] { return CLOSERANKS_NEXT(fdatasync)(descriptor); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("fdatasync", *file, next));
}

CLOSERANKS_IN_PLACE int fchmod(int descriptor, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(fchmod)(descriptor, mode); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("fchmod", *file, next));
}

CLOSERANKS_IN_PLACE int fchown(int descriptor, uid_t owner, gid_t group) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(fchown)(descriptor, owner, group); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("fchown", *file, next));
}

CLOSERANKS_IN_PLACE int futimens(int descriptor, const timespec times[2]) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(futimens)(descriptor, times); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("futimens", *file, next));
}

CLOSERANKS_IN_PLACE int futimes(int descriptor, const timeval times[2]) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(futimes)(descriptor, times); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? next() : static_cast<int>(by_leader("futimes", *file, next));
}

CLOSERANKS_IN_PLACE int dup(int descriptor) noexcept {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    const int made = CLOSERANKS_NEXT(dup)(descriptor);
    return file == nullptr ? made : share_posix_file(file, made);
}

CLOSERANKS_IN_PLACE int dup3(int descriptor, int as, int flags) noexcept {
    const bool is_program = is_file_call(CLOSERANKS_CALLER);
    if (is_program && descriptor != as) leave_posix_file(as);
    const int made = CLOSERANKS_NEXT(dup3)(descriptor, as, flags);
    return is_program && made >= 0 ? share_posix_file(posix_file(descriptor), made) : made;
}

CLOSERANKS_IN_PLACE int dup2(int descriptor, int as) noexcept {
    const bool is_program = is_file_call(CLOSERANKS_CALLER);
    if (is_program && descriptor != as) leave_posix_file(as);
    const int made = CLOSERANKS_NEXT(dup2)(descriptor, as);
    return is_program && made >= 0 ? share_posix_file(posix_file(descriptor), made) : made;
}

// Programs that get an error here use read() and write() instead.

CLOSERANKS_IN_PLACE void *mmap(void *at, std::size_t bytes, int protection, int flags,
                               int descriptor, off_t offset) noexcept {
    if (descriptor < 0 || followed(descriptor, CLOSERANKS_CALLER) == nullptr)
        return CLOSERANKS_NEXT(mmap)(at, bytes, protection, flags, descriptor, offset);
    static bool is_said = false;
    if (!is_said)
        say_for_rank("the program maps a file into its memory (mmap) that this run has written; "
                     "replicated runs do not support that yet, and it gets an error");
    is_said = true;
    errno = ENODEV;
    return MAP_FAILED;
}
CLOSERANKS_SAME(mmap64, mmap)

CLOSERANKS_IN_PLACE ssize_t sendfile(int to, int from, off_t *offset, std::size_t bytes) noexcept {
    const void *const caller = CLOSERANKS_CALLER;
    if (followed(to, caller) == nullptr && followed(from, caller) == nullptr)
        return CLOSERANKS_NEXT(sendfile)(to, from, offset, bytes);
    errno = ENOSYS;
    return -1;
}
CLOSERANKS_SAME(sendfile64, sendfile)

CLOSERANKS_IN_PLACE ssize_t copy_file_range(int from, off_t *from_at, int to, off_t *to_at,
                                            std::size_t bytes, unsigned flags) {
    const void *const caller = CLOSERANKS_CALLER;
    if (followed(to, caller) == nullptr && followed(from, caller) == nullptr)
        return CLOSERANKS_NEXT(copy_file_range)(from, from_at, to, to_at, bytes, flags);
    errno = ENOSYS;
    return -1;
}
