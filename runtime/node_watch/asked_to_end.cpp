/// Notes by which signal mpirun is asked to end. It ends all processes then, and its own status is
/// 1 whichever signal it was: without this the launcher could only see that all ranks have died.
///
/// The record (asked_to_end, signal) goes to the file that the launcher names, which is that of its
/// own records.

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace {

constexpr const char *variable = "CLOSERANKS_MPIRUN_RECORD";

std::array<char, PATH_MAX> path{};
std::array<sighandler_t, NSIG> handlers{}; ///< mpirun's own

/// Not in `mpirun` itself, which only becomes the program that takes the signals. The ranks need
/// not know of it.
[[gnu::constructor]] void learn_path() noexcept {
    if (dlsym(RTLD_DEFAULT, "prte_init") == nullptr) return;
    const char *const told = std::getenv(variable);
    if (told == nullptr) return;
    const std::string_view text(told);
    if (text.size() < path.size()) text.copy(path.data(), text.size());
    unsetenv(variable);
}

/// Allocates nothing: it is called in a signal handler.
void note(int number) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    std::array<char, 128> line{};
    const int length = std::snprintf(
        line.data(), line.size(), "{\"event\": \"asked_to_end\", \"signal\": %d, \"time\": %lld}\n",
        number, static_cast<long long>(now.tv_sec));
    constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
    const int file = open(path.data(), flags, 0600);
    if (file < 0) return;
    static_cast<void>(::write(file, line.data(), static_cast<std::size_t>(length)) > 0);
    close(file);
}

void note_and_hand_on(int number) {
    const int before = errno;
    note(number);
    errno = before;
    handlers[static_cast<std::size_t>(number)](number);
}

} // namespace

/// The C library's.
extern "C" [[gnu::visibility("default")]] sighandler_t signal(int number,
                                                              sighandler_t handler) noexcept {
    static const auto real = reinterpret_cast<decltype(&signal)>(dlsym(RTLD_NEXT, "signal"));
    const bool asks_to_end = number == SIGINT || number == SIGTERM || number == SIGHUP;
    const bool is_own = handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
    if (path.front() == '\0' || !asks_to_end || !is_own) return real(number, handler);
    handlers[static_cast<std::size_t>(number)] = handler;
    const sighandler_t before = real(number, note_and_hand_on);
    return before == note_and_hand_on ? handler : before;
}
