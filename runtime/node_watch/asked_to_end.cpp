/// Notes the signal by which mpirun is asked to end. It ends all processes then, and its own status
/// is 1 for every signal. Without the note the launcher could only see that all ranks have failed.
///
/// The record (asked_to_end, signal) goes to the file that the launcher names, which is that of its
/// own records.

#include "runtime/node_watch/launcher_link.hpp"

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

using closeranks::node_watch::launcher_link;
using closeranks::node_watch::LauncherLink;

constexpr const char *variable = "CLOSERANKS_MPIRUN_RECORD";
constexpr const char *link_variable = "CLOSERANKS_MPIRUN_SIGNALS";

std::array<char, PATH_MAX> path{};
std::array<sighandler_t, NSIG> handlers{}; ///< mpirun's own handlers

/// False in the launching `mpirun`, which only executes the program that takes the signals.
bool takes_signals() noexcept { return dlsym(RTLD_DEFAULT, "prte_init") != nullptr; }

/// Removed from the environment, because the ranks do not need it.
[[gnu::constructor]] void learn_path() noexcept {
    if (!takes_signals()) return;
    const char *const told = std::getenv(variable);
    if (told == nullptr) return;
    const std::string_view text(told);
    if (text.size() < path.size()) text.copy(path.data(), text.size());
    unsetenv(variable);
}

LauncherLink learn_link() noexcept {
    const char *const told = takes_signals() ? std::getenv(link_variable) : nullptr;
    if (told == nullptr) return {};
    const std::string_view text(told);
    const LauncherLink link{static_cast<pid_t>(std::atol(told)), text.ends_with(":hold")};
    unsetenv(link_variable);
    return link;
}

/// Must not allocate: it is called in a signal handler.
void note(int number) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    std::array<char, 128> line{};
    const int length =
        std::snprintf(line.data(), line.size(),
                      "{\"event\": \"asked_to_end\", \"signal\": %d, \"time\": %lld.%06ld}\n",
                      number, static_cast<long long>(now.tv_sec), now.tv_nsec / 1000);
    constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
    const int file = open(path.data(), flags, 0600);
    if (file < 0) return;
    static_cast<void>(::write(file, line.data(), static_cast<std::size_t>(length)) > 0);
    close(file);
}

/// True if the launcher lives, and did not send the signal.
bool is_matter_of_launcher(const siginfo_t &told) noexcept {
    const LauncherLink &link = launcher_link();
    return link.holds && told.si_pid != link.launcher && getppid() == link.launcher;
}

void note_and_hand_on(int number, siginfo_t *told, void *) {
    const int before = errno;
    const bool is_held = is_matter_of_launcher(*told) && kill(getppid(), number) == 0;
    if (!is_held) note(number);
    errno = before;
    if (!is_held) handlers[static_cast<std::size_t>(number)](number);
}

} // namespace

const LauncherLink &closeranks::node_watch::launcher_link() noexcept {
    static const LauncherLink link = learn_link();
    return link;
}

/// Replaces the C library's function.
extern "C" [[gnu::visibility("default")]] sighandler_t signal(int number,
                                                              sighandler_t handler) noexcept {
    static const auto real = reinterpret_cast<decltype(&signal)>(dlsym(RTLD_NEXT, "signal"));
    const bool asks_to_end = number == SIGINT || number == SIGTERM || number == SIGHUP;
    const bool is_own = handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
    if (path.front() == '\0' || !asks_to_end || !is_own) return real(number, handler);
    sighandler_t &place = handlers[static_cast<std::size_t>(number)];
    const sighandler_t before = place != nullptr ? place : SIG_DFL;
    place = handler;
    struct sigaction action {};
    action.sa_sigaction = note_and_hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    return sigaction(number, &action, nullptr) == 0 ? before : SIG_ERR;
}
