/// Preloaded into mpirun and its daemons: notices that a connection between them is dead even while
/// data is on its way.
///
/// TCP asks a silent peer by keepalive whether it still exists, but only while no data is on its
/// way to it. Data that the peer does not acknowledge is sent again for some 15 minutes. The
/// daemons switch keepalive on for their connections, and this library gives data on its way the
/// same time limit as an idle connection.
///
/// The acknowledgements of the peer's kernel count. The kernel acknowledges for a process that is
/// stopped, busy or does not read, so none of these counts as dead. That rules out
/// TCP_USER_TIMEOUT, which also ends a connection to a live process that has not read for so long.
///
/// docs/developers/failures-background.md, "Nodes that go dark", has the measurements.

#include <dirent.h>
#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto interval = seconds(1); // between two checks

/// An own descriptor for a socket of the process, which may close its own, and reuse the number, at
/// any time.
class Socket {
  public:
    explicit Socket(int descriptor) noexcept : own_(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {}
    ~Socket() {
        if (own_ >= 0) close(own_);
    }
    Socket(Socket &&other) noexcept : own_(std::exchange(other.own_, -1)) {}
    Socket &operator=(Socket &&other) noexcept {
        std::swap(own_, other.own_);
        return *this;
    }

    /// Returns 0 also for a descriptor that is no socket, or no TCP socket.
    [[nodiscard]] int option(int level, int name) const noexcept {
        int value = 0;
        socklen_t size = sizeof value;
        return getsockopt(own_, level, name, &value, &size) == 0 ? value : 0;
    }

    /// The time for which the peer may be silent; 0: for ever.
    [[nodiscard]] milliseconds patience() const noexcept {
        if (option(SOL_SOCKET, SO_KEEPALIVE) == 0) return {};
        return seconds(option(IPPROTO_TCP, TCP_KEEPIDLE) +
                       option(IPPROTO_TCP, TCP_KEEPINTVL) * option(IPPROTO_TCP, TCP_KEEPCNT));
    }

    /// True if data is on its way for which the peer has room, and the peer's kernel has
    /// acknowledged nothing for longer than the limit. A peer without room is asked less and less
    /// often, so its silence means nothing.
    [[nodiscard]] bool is_silent() const noexcept {
        tcp_info info{};
        socklen_t size = sizeof info;
        if (getsockopt(own_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
        const bool tells_room = size >= offsetof(tcp_info, tcpi_snd_wnd) + sizeof info.tcpi_snd_wnd;
        const bool has_room = !tells_room || info.tcpi_snd_wnd > 0;
        return has_room && info.tcpi_unacked > 0 &&
               milliseconds(info.tcpi_last_ack_recv) > patience();
    }

    [[nodiscard]] bool is_connected() const noexcept {
        tcp_info info{};
        socklen_t size = sizeof info;
        return getsockopt(own_, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
               info.tcpi_state == established;
    }

    /// Makes the process find its connection closed by the peer.
    void give_up() const noexcept { shutdown(own_, SHUT_RDWR); }

  private:
    static constexpr int established = 1; // TCP_ESTABLISHED, which only <netinet/tcp.h> names
    int own_;
};

/// True if this daemon has ever been connected with others.
std::atomic<bool> was_connected{false};

struct CloseDirectory {
    void operator()(DIR *directory) const noexcept { closedir(directory); }
};

/// All sockets of the process for which keepalive was requested.
std::vector<Socket> watched_sockets() {
    std::vector<Socket> found;
    const std::unique_ptr<DIR, CloseDirectory> all(opendir("/proc/self/fd"));
    while (const dirent *entry = all ? readdir(all.get()) : nullptr) {
        const int descriptor = std::atoi(entry->d_name); // "." and "..": 0, the standard input
        if (descriptor <= STDERR_FILENO) continue;
        if (Socket socket(descriptor); socket.patience().count() != 0)
            found.push_back(std::move(socket));
    }
    return found;
}

void look() {
    std::vector<Socket> sockets = watched_sockets();
    for (const Socket &socket : sockets)
        if (socket.is_connected()) was_connected = true;
    std::erase_if(sockets, [](const Socket &socket) { return !socket.is_silent(); });
    if (sockets.empty()) return;
    // A machine that was frozen itself has sent nothing meanwhile: it sends now.
    std::this_thread::sleep_for(interval);
    for (const Socket &socket : sockets)
        if (socket.is_silent()) socket.give_up();
}

[[noreturn]] void *watch(void *) noexcept {
    while (true) {
        std::this_thread::sleep_for(interval);
        look();
    }
}

/// Signals are blocked here, so that the threads of the process get them.
void start_watching() noexcept {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    if (pthread_create(&thread, nullptr, watch, nullptr) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Programs that the process starts (ssh, the ranks) get LD_PRELOAD as it was before this library
/// was put in front of it.
void leave_no_trace() noexcept {
    Dl_info self{};
    const char *const text = std::getenv("LD_PRELOAD");
    if (text == nullptr || dladdr(reinterpret_cast<void *>(start_watching), &self) == 0) return;
    const std::string_view preloaded(text);
    const std::size_t end = preloaded.find_first_of(": ");
    const std::string_view first = preloaded.substr(0, end);
    const std::string_view path(self.dli_fname);
    // A path with a blank was given only by its name.
    if (first != path && first != path.substr(path.rfind('/') + 1)) return;
    if (end == std::string_view::npos)
        unsetenv("LD_PRELOAD");
    else
        setenv("LD_PRELOAD", std::string(preloaded.substr(end + 1)).c_str(), 1);
}

/// A daemon that loses its mpirun ends with a status that only the ssh session passes on. It would
/// reach an mpirun that has given this node up and continues. That mpirun would take it for the
/// program's status when the node is back.
void end_silently(int status, void *) {
    if (status == 0 || !was_connected) return; // the daemon did not start: mpirun has to know that
    std::fflush(nullptr);
    _exit(0);
}

/// Not in the launching `mpirun`, which only executes the program with the daemons' code.
[[gnu::constructor]] void clean_up() noexcept {
    if (dlsym(RTLD_DEFAULT, "prte_init") == nullptr) return;
    leave_no_trace();
    if (std::string_view(program_invocation_short_name) == "prted")
        static_cast<void>(on_exit(end_silently, nullptr));
}

/// The process whose thread is watching: a daemon forks first, and threads do not survive that.
std::atomic<pid_t> watched{0};

} // namespace

/// Replaces the C library's function. A process begins to watch when it first requests keepalive.
extern "C" [[gnu::visibility("default")]] int
setsockopt(int descriptor, int level, int name, const void *value, socklen_t size) noexcept {
    static const auto real =
        reinterpret_cast<decltype(&setsockopt)>(dlsym(RTLD_NEXT, "setsockopt"));
    const bool begins = level == SOL_SOCKET && name == SO_KEEPALIVE;
    if (begins && watched.exchange(getpid()) != getpid()) start_watching();
    return real(descriptor, level, name, value, size);
}
