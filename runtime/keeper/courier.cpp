#include "runtime/keeper/courier.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <netinet/in.h>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace closeranks::keeper {

namespace {

constexpr int patience = 500; // milliseconds

// This process has tried in vain so often. The launcher may be busy when a program starts.
constexpr int most_failures = 4;
int failures = 0;

bool comes(int socket, short event) {
    pollfd wanted{socket, event, 0};
    return poll(&wanted, 1, patience) == 1 && (wanted.revents & event) != 0;
}

/// Connects, and checks that the peer is the launcher. Returns a socket, or -1.
int connect_to(const std::string &address, int port, const std::string &head) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(port));
    if (inet_pton(AF_INET, address.c_str(), &there.sin_addr) != 1) return -1;
    const int made = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    int status = connect(made, reinterpret_cast<const sockaddr *>(&there), sizeof there);
    if (status != 0 && errno == EINPROGRESS && comes(made, POLLOUT)) {
        socklen_t size = sizeof status;
        getsockopt(made, SOL_SOCKET, SO_ERROR, &status, &size);
    }
    char answer = 0;
    if (status == 0 && send(made, head.data(), head.size(), MSG_NOSIGNAL) > 0 &&
        comes(made, POLLIN) && recv(made, &answer, 1, 0) == 1 && answer == '+')
        return made;
    close(made);
    return -1;
}

} // namespace

int reach_launcher(const std::string &launcher, const std::string &name) {
    std::istringstream words(launcher);
    std::string token;
    std::string address;
    int port = 0;
    int socket = -1;
    words >> token >> port;
    while (socket < 0 && words >> address)
        socket = connect_to(address, port, token + " " + name + "\n");
    return socket;
}

Courier::~Courier() {
    if (socket_ >= 0) close(socket_);
}

void Courier::begin(std::string launcher, std::string name) {
    launcher_ = std::move(launcher);
    name_ = std::move(name);
}

void Courier::bring(std::string_view line) {
    if (launcher_.empty()) return;
    waiting_ += line;
    if (socket_ < 0 && failures < most_failures) {
        socket_ = reach_launcher(launcher_, name_);
        if (socket_ < 0) ++failures;
    }
    if (socket_ < 0) return;
    // The buffer has room for the few records that there are.
    static_cast<void>(send(socket_, waiting_.data(), waiting_.size(), MSG_NOSIGNAL) > 0);
    waiting_.clear();
}

} // namespace closeranks::keeper
