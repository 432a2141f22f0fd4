#include "runtime/replication/say.hpp"

#include "runtime/replication/world.hpp"
#include "runtime/run/past_output.hpp"

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace closeranks::replication {

namespace {

/// Written in one piece, so that lines of several processes do not mix.
void write_line(const char *format, std::va_list arguments) noexcept {
    std::array<char, 1024> text{};
    static_cast<void>(std::vsnprintf(text.data(), text.size(), format, arguments));
    std::array<char, text.size() + 16> line{};
    const int length = std::snprintf(line.data(), line.size(), "closeranks: %s\n", text.data());
    write_past_output({line.data(), static_cast<std::size_t>(length)});
}

} // namespace

void say(const char *format, ...) noexcept {
    std::va_list arguments;
    va_start(arguments, format);
    write_line(format, arguments);
    va_end(arguments);
}

void say_for_rank(const char *format, ...) noexcept {
    if (world().ranks() != 0 && !i_lead()) return;
    std::va_list arguments;
    va_start(arguments, format);
    write_line(format, arguments);
    va_end(arguments);
}

} // namespace closeranks::replication
