#include "runtime/replication/posix_streams.hpp"

#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <unordered_map>

#include <fcntl.h>
#include <unistd.h>

namespace closeranks::replication {

namespace {

/// A stream that calls back into the library; this is its cookie.
struct Stream {
    int descriptor = -1;
    std::FILE *stream = nullptr;
};

struct Opened {
    int descriptor = -1;
    std::uint64_t number = 0; ///< in the order of opening
};

std::unordered_map<std::FILE *, Opened> &streams() noexcept {
    static NeverDestroyed<std::unordered_map<std::FILE *, Opened>> all;
    return all.value;
}

/// The file, if the program reads or writes: the C library calls on its behalf.
std::shared_ptr<PosixFile> file_of(const Stream &stream) noexcept {
    const bool is_program = program_calls_count && !is_in_call && !is_in_handler();
    return is_program ? posix_file(stream.descriptor) : nullptr;
}

ssize_t read_stream(void *cookie, char *to, std::size_t bytes) {
    const Stream &stream = *static_cast<Stream *>(cookie);
    if (const auto file = file_of(stream))
        return read_posix_file(stream.descriptor, *file, to, bytes, {});
    return CLOSERANKS_NEXT(read)(stream.descriptor, to, bytes);
}

/// 0: an error, because a stream accepts no negative number.
ssize_t write_stream(void *cookie, const char *from, std::size_t bytes) {
    const Stream &stream = *static_cast<Stream *>(cookie);
    std::size_t done = 0;
    while (done < bytes) {
        const auto file = file_of(stream);
        const ssize_t now =
            file != nullptr
                ? write_posix_file(stream.descriptor, *file, from + done, bytes - done, {})
                : CLOSERANKS_NEXT(write)(stream.descriptor, from + done, bytes - done);
        if (now <= 0) break;
        done += static_cast<std::size_t>(now);
    }
    return static_cast<ssize_t>(done);
}

int seek_stream(void *cookie, off64_t *offset, int whence) {
    const Stream &stream = *static_cast<Stream *>(cookie);
    const auto file = file_of(stream);
    const off_t found = file != nullptr
                            ? seek_posix_file(stream.descriptor, *file, *offset, whence)
                            : CLOSERANKS_NEXT(lseek)(stream.descriptor, *offset, whence);
    if (found < 0) return -1;
    *offset = found;
    return 0;
}

int close_stream(void *cookie) {
    const std::unique_ptr<Stream> stream(static_cast<Stream *>(cookie));
    streams().erase(stream->stream);
    if (file_of(*stream) != nullptr) return close_posix_file(stream->descriptor);
    return CLOSERANKS_NEXT(close)(stream->descriptor);
}

} // namespace

std::FILE *make_stream(int descriptor, const char *mode) {
    auto stream = std::make_unique<Stream>(Stream{descriptor});
    stream->stream =
        ::fopencookie(stream.get(), mode, {read_stream, write_stream, seek_stream, close_stream});
    if (stream->stream == nullptr) return nullptr;
    std::FILE *const made = stream->stream;
    static std::uint64_t next = 0;
    streams()[made] = {stream.release()->descriptor, next++};
    return made;
}

int descriptor_of(std::FILE *stream) noexcept {
    const auto found = streams().find(stream);
    return found == streams().end() ? -1 : found->second.descriptor;
}

void flush_streams() {
    std::map<std::uint64_t, std::FILE *> in_order; // the same in both processes
    for (const auto &[stream, opened] : streams())
        in_order.emplace(opened.number, stream);
    for (const auto &[number, stream] : in_order)
        static_cast<void>(std::fflush(stream));
}

int flags_of(std::string_view mode) noexcept {
    if (mode.empty() || mode.find(',') != std::string_view::npos) return -1;
    const bool updates = mode.find('+') != std::string_view::npos;
    int flags = 0;
    if (mode[0] == 'r')
        flags = updates ? O_RDWR : O_RDONLY;
    else if (mode[0] == 'w')
        flags = (updates ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
    else if (mode[0] == 'a')
        flags = (updates ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
    else
        return -1;
    if (mode.find('x') != std::string_view::npos) flags |= O_EXCL;
    if (mode.find('e') != std::string_view::npos) flags |= O_CLOEXEC;
    return flags;
}

} // namespace closeranks::replication
