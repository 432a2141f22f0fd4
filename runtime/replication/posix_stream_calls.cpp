#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/posix_streams.hpp"
#include "runtime/replication/program_calls.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

/// C streams that the program opens.

namespace closeranks::replication {

namespace {

constexpr mode_t mode_of_streams = 0666;

std::FILE *open_stream(const char *name, const char *mode, int flags) {
    const int descriptor = open_posix_file(AT_FDCWD, name, flags, mode_of_streams);
    if (descriptor < 0) return nullptr;
    std::FILE *const stream = posix_file(descriptor) != nullptr
                                  ? make_stream(descriptor, mode)
                                  : CLOSERANKS_NEXT(fdopen)(descriptor, mode);
    if (stream == nullptr) static_cast<void>(close_posix_file(descriptor));
    return stream;
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
    const bool is_followed = is_file_call(CLOSERANKS_CALLER) && posix_file(descriptor) != nullptr;
    return is_followed ? make_stream(descriptor, mode) : CLOSERANKS_NEXT(fdopen)(descriptor, mode);
}

CLOSERANKS_IN_PLACE int fileno(std::FILE *stream) noexcept {
    const int descriptor = descriptor_of(stream);
    return descriptor >= 0 ? descriptor : CLOSERANKS_NEXT(fileno)(stream);
}
CLOSERANKS_SAME(fileno_unlocked, fileno)
