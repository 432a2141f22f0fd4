#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/posix_streams.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/say.hpp"

#include <cerrno>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

/// C streams that the program opens.

namespace closeranks::replication {

namespace {

constexpr mode_t mode_of_streams = 0666;

/// A stream that only appends begins at the end, so that ftell() says how long the file is.
std::FILE *at_its_end(std::FILE *stream, int descriptor, PosixFile &file, int flags) {
    const bool is_moved = stream != nullptr && (flags & O_APPEND) != 0 && (flags & O_RDWR) == 0;
    if (is_moved) static_cast<void>(seek_posix_file(descriptor, file, 0, SEEK_END));
    return stream;
}

std::FILE *open_stream(const char *name, const char *mode, int flags) {
    const int descriptor = open_posix_file(AT_FDCWD, name, flags, mode_of_streams);
    if (descriptor < 0) return nullptr;
    const auto file = posix_file(descriptor);
    std::FILE *const stream =
        file != nullptr ? at_its_end(make_stream(descriptor, mode), descriptor, *file, flags)
                        : CLOSERANKS_NEXT(fdopen)(descriptor, mode);
    if (stream == nullptr) static_cast<void>(close_posix_file(descriptor));
    return stream;
}

bool allows(int has, int wanted) noexcept {
    return (has & O_ACCMODE) == O_RDWR || (has & O_ACCMODE) == (wanted & O_ACCMODE);
}

/// fdopen() of a descriptor of a followed file: a stream that appends makes its descriptor append.
std::FILE *add_stream(int descriptor, PosixFile &file, const char *mode) {
    const std::string_view whole(mode);
    const int flags = flags_of(whole.substr(0, whole.find(',')));
    if (flags < 0 || !allows(file.flags, flags)) {
        errno = EINVAL;
        return nullptr;
    }
    std::FILE *const stream = make_stream(descriptor, mode);
    if ((flags & O_APPEND) == 0 || (file.flags & O_APPEND) != 0) return stream;
    file.flags |= O_APPEND;
    if (file.is_acting)
        static_cast<void>(::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_APPEND));
    return at_its_end(stream, descriptor, file, flags);
}

} // namespace

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE std::FILE *fopen(const char *name, const char *mode) {
    const int flags = is_file_call(CLOSERANKS_CALLER) ? flags_of(mode) : -1;
    return flags < 0 ? CLOSERANKS_NEXT(fopen)(name, mode) : open_stream(name, mode, flags);
}
CLOSERANKS_SAME(fopen64, fopen)

CLOSERANKS_IN_PLACE std::FILE *fdopen(int descriptor, const char *mode) noexcept {
    const auto file = is_file_call(CLOSERANKS_CALLER) ? posix_file(descriptor) : nullptr;
    return file != nullptr ? add_stream(descriptor, *file, mode)
                           : CLOSERANKS_NEXT(fdopen)(descriptor, mode);
}

CLOSERANKS_IN_PLACE int fileno(std::FILE *stream) noexcept {
    const int descriptor = descriptor_of(stream);
    return descriptor >= 0 ? descriptor : CLOSERANKS_NEXT(fileno)(stream);
}
CLOSERANKS_SAME(fileno_unlocked, fileno)

CLOSERANKS_IN_PLACE std::FILE *freopen(const char *name, const char *mode, std::FILE *stream) {
    if (descriptor_of(stream) < 0) return CLOSERANKS_NEXT(freopen)(name, mode, stream);
    // A stream that calls us stays one, whose mode is given for good.
    static bool is_said = false;
    if (!is_said)
        say_for_rank(
            "the program opens a stream anew (freopen); replicated runs do not support that "
            "yet, and it gets an error");
    is_said = true;
    static_cast<void>(std::fclose(stream));
    errno = ENOTSUP;
    return nullptr;
}
CLOSERANKS_SAME(freopen64, freopen)
