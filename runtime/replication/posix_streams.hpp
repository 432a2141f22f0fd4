#pragma once

#include <cstdio>
#include <string_view>

namespace closeranks::replication {

/// A C stream on a followed file (posix_file.hpp). The C library's own stream would read and write
/// by itself. nullptr with errno: there is none.
[[nodiscard]] std::FILE *make_stream(int descriptor, const char *mode);

/// The descriptor of such a stream; -1: it is no such stream.
[[nodiscard]] int descriptor_of(std::FILE *stream) noexcept;

/// Writes the buffered data of all such streams.
void flush_streams();

/// The flags of open() for a mode of fopen(): "r", "w+e"; -1: the mode is invalid, or names an
/// encoding.
[[nodiscard]] int flags_of(std::string_view mode) noexcept;

} // namespace closeranks::replication
