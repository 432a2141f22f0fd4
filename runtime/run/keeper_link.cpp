#include "runtime/run/keeper_link.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/real.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace closeranks {

namespace {

constexpr char told = '+';
constexpr char taken = '=';

struct Pipe {
    int descriptor = -1;
    ino_t inode = 0;
    pid_t keeper = 0;
    int of_keeper = -1; ///< the keeper's descriptor of it
};

Pipe pipe_to_keeper;

/// "<descriptor>:<inode>:<keeper's process>:<program>".
Pipe parse(std::string_view text) noexcept {
    Pipe pipe;
    const char *next = text.data();
    const char *const end = next + text.size();
    const auto read = [&](auto &number) {
        const auto [colon, error] = std::from_chars(next, end, number);
        if (error != std::errc{} || colon == end) return false;
        next = colon + 1;
        return true;
    };
    if (!read(pipe.of_keeper) || !read(pipe.inode) || !read(pipe.keeper)) return {};
    pipe.descriptor = pipe.of_keeper;
    return pipe;
}

/// True if the descriptor is still the pipe: the program may have closed it, and got its number for
/// a file of its own.
bool is_open(const Pipe &pipe) noexcept {
    struct stat file {};
    return pipe.descriptor >= 0 && fstat(pipe.descriptor, &file) == 0 && S_ISFIFO(file.st_mode) &&
           file.st_ino == pipe.inode;
}

/// True if the keeper can be reached. A process that has not inherited the pipe, or has closed it,
/// opens the keeper's own.
bool reach(Pipe &pipe) noexcept {
    if (is_open(pipe)) return true;
    if (pipe.keeper <= 0) return false;
    std::array<char, 64> name{};
    std::snprintf(name.data(), name.size(), "/proc/%d/fd/%d", pipe.keeper, pipe.of_keeper);
    Pipe opened = pipe;
    opened.descriptor = open(name.data(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (is_open(opened)) {
        pipe.descriptor = opened.descriptor;
        return true;
    }
    if (opened.descriptor >= 0) close(opened.descriptor);
    return false;
}

void mark(char what, std::string_view text) noexcept {
    try {
        setenv(keeper::variable, (what + std::string(text)).c_str(), 1);
    } catch (...) { // NOLINT(bugprone-empty-catch): then it is told again
    }
}

/// The first process below the keeper tells it that the library is there; other processes inherit
/// this.
[[gnu::constructor]] void find_keeper() {
    const char *const text = secure_getenv(keeper::variable);
    if (text == nullptr || *text == taken) return;
    const bool is_told = *text == told;
    pipe_to_keeper = parse(is_told ? text + 1 : text);
    if (!is_told && tell_keeper(keeper::Kind::loaded)) mark(told, text);
}

/// From here on this process is the rank, and programs that it executes are not.
void become_rank() noexcept {
    fcntl(pipe_to_keeper.descriptor, F_SETFD, FD_CLOEXEC);
    const char *const text = secure_getenv(keeper::variable);
    if (text != nullptr && *text == told) mark(taken, text + 1);
}

} // namespace

std::string own_keeper() {
    const char *const text = secure_getenv(keeper::variable);
    if (text == nullptr || !reach(pipe_to_keeper)) return {};
    std::string_view rest(text);
    for (int part = 0; part < 3; ++part) {
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos) return {};
        rest.remove_prefix(colon + 1);
    }
    return std::string(rest);
}

void name_program() noexcept {
    const auto [command, arguments] = command_line(); // the keeper has corrected both
    if (!reach(pipe_to_keeper) || command == nullptr || arguments == nullptr) return;
    std::array<char, MPI_MAX_INFO_VAL> value{};
    std::strncpy(value.data(), command, value.size() - 1);
    static_cast<void>(real.Info_set(MPI_INFO_ENV, "command", value.data()));
    // Open MPI repeats the command if there are no arguments.
    if (*arguments != 0) std::strncpy(value.data(), arguments, value.size() - 1);
    static_cast<void>(real.Info_set(MPI_INFO_ENV, "argv", value.data()));
}

bool tell_keeper(keeper::Kind kind, int value) noexcept {
    if (!reach(pipe_to_keeper)) return false;
    if (kind == keeper::Kind::initialising) become_rank();
    const keeper::Message message{kind, value};
    return write(pipe_to_keeper.descriptor, &message, sizeof message) ==
           static_cast<ssize_t>(sizeof message);
}

bool tell_keeper(keeper::Kind kind, std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size(); at += sizeof(std::int32_t)) {
        std::int32_t letters = 0;
        std::memcpy(&letters, text.data() + at, std::min(text.size() - at, sizeof letters));
        if (!tell_keeper(kind, letters)) return false;
    }
    return true;
}

} // namespace closeranks
