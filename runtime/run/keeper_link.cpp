#include "runtime/run/keeper_link.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/real.hpp"

#include <array>
#include <charconv>
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

struct Pipe {
    int descriptor = -1;
    ino_t inode = 0;
};

Pipe pipe_to_keeper;

/// "<descriptor>:<inode>:<program>".
Pipe parse(std::string_view text) noexcept {
    Pipe pipe;
    const char *const end = text.data() + text.size();
    const auto [colon, error] = std::from_chars(text.data(), end, pipe.descriptor);
    if (error != std::errc{} || colon == end) return {};
    if (std::from_chars(colon + 1, end, pipe.inode).ec != std::errc{}) return {};
    return pipe;
}

/// Whether the descriptor still is the pipe: the program may have closed it, and got its number for
/// a file of its own.
bool is_open(const Pipe &pipe) noexcept {
    struct stat file {};
    return pipe.descriptor >= 0 && fstat(pipe.descriptor, &file) == 0 && S_ISFIFO(file.st_mode) &&
           file.st_ino == pipe.inode;
}

/// The first process below the keeper tells that the library is there; the others inherit that.
[[gnu::constructor]] void find_keeper() {
    const char *const text = secure_getenv(keeper::variable);
    if (text == nullptr) return;
    const bool is_told = *text == told;
    pipe_to_keeper = parse(is_told ? text + 1 : text);
    if (is_told || !tell_keeper(keeper::Kind::loaded)) return;
    try {
        setenv(keeper::variable, (told + std::string(text)).c_str(), 1);
    } catch (...) { // NOLINT(bugprone-empty-catch): then it is told again
    }
}

} // namespace

std::string own_keeper() {
    const char *const text = secure_getenv(keeper::variable);
    if (text == nullptr || !is_open(pipe_to_keeper)) return {};
    std::string_view rest(text);
    for (int part = 0; part < 2; ++part) {
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos) return {};
        rest.remove_prefix(colon + 1);
    }
    return std::string(rest);
}

void name_program() noexcept {
    const auto [command, arguments] = command_line(); // the keeper has corrected both
    if (!is_open(pipe_to_keeper) || command == nullptr || arguments == nullptr) return;
    std::array<char, MPI_MAX_INFO_VAL> value{};
    std::strncpy(value.data(), command, value.size() - 1);
    static_cast<void>(real.Info_set(MPI_INFO_ENV, "command", value.data()));
    // Open MPI repeats the command where there are no arguments.
    if (*arguments != 0) std::strncpy(value.data(), arguments, value.size() - 1);
    static_cast<void>(real.Info_set(MPI_INFO_ENV, "argv", value.data()));
}

bool tell_keeper(keeper::Kind kind, int value) noexcept {
    if (!is_open(pipe_to_keeper)) return false;
    // From here on this process is the rank, and what it executes is not.
    if (kind == keeper::Kind::initialising) fcntl(pipe_to_keeper.descriptor, F_SETFD, FD_CLOEXEC);
    const keeper::Message message{kind, value};
    return write(pipe_to_keeper.descriptor, &message, sizeof message) ==
           static_cast<ssize_t>(sizeof message);
}

} // namespace closeranks
