#pragma once

#include <cstdio>
#include <string_view>

namespace closeranks::replication {

/// A stream of C on a followed file (posix_file.hpp). The C library's own would read and write by
/// itself. nullptr with errno: there is none.
[[nodiscard]] std::FILE *make_stream(int descriptor, const char *mode);

/// The descriptor of such a stream; -1: it is none.
[[nodiscard]] int descriptor_of(std::FILE *stream) noexcept;

/// The flags of open() for a mode of fopen(): "r", "w+e"; -1: it is none, or names characters.
[[nodiscard]] int flags_of(std::string_view mode) noexcept;

} // namespace closeranks::replication
