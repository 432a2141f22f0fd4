// MPI_Comm_join: the two processes know each other by a socket.

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/leader_handshake.hpp"
#include "runtime/core/foreign_processes.hpp"
#include "runtime/core/process_name.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/processes/connection.hpp"
#include "runtime/processes/ports.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

namespace closeranks {

namespace {

/// A line of text over a socket that may be in non-blocking mode. Of fixed length, so that nothing
/// else is read from it.
class Line {
  public:
    Line() = default;
    explicit Line(const std::string &text) noexcept {
        std::copy_n(text.begin(), std::min(text.size(), bytes_.size() - 1), bytes_.begin());
    }
    [[nodiscard]] const char *text() const noexcept { return bytes_.data(); }

    /// False when the other end is closed.
    [[nodiscard]] bool send(int fd) const noexcept {
        return move(fd, POLLOUT, [&](std::size_t done) {
            return ::send(fd, bytes_.data() + done, bytes_.size() - done, MSG_NOSIGNAL);
        });
    }
    [[nodiscard]] bool receive(int fd) noexcept {
        return move(fd, POLLIN, [&](std::size_t done) {
            return recv(fd, bytes_.data() + done, bytes_.size() - done, 0);
        });
    }

  private:
    template <typename Step>
    [[nodiscard]] bool move(int fd, short event, Step step) const noexcept {
        constexpr int for_ever = -1;
        for (std::size_t done = 0; done < bytes_.size();) {
            pollfd ready{fd, event, 0};
            if (poll(&ready, 1, for_ever) < 0 && errno != EINTR) return false;
            const auto moved = step(done);
            if (moved > 0)
                done += static_cast<std::size_t>(moved);
            else if (moved == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
                return false;
        }
        return true;
    }
    std::array<char, MPI_MAX_PORT_NAME> bytes_{};
};

/// Nothing when the process at the other end is gone.
std::optional<ProcessName> exchange_names(int fd) noexcept {
    const Line mine(ProcessName::of_this_process().text());
    Line theirs;
    if (!mine.send(fd) || !theirs.receive(fd)) return std::nullopt;
    return ProcessName::parse(theirs.text());
}

/// With a process of another MPI_COMM_WORLD: the MPI connects us, by a port of one of us.
int join_strangers(int fd, bool serves, MPI_Comm *intercomm) noexcept {
    constexpr int alone = 0;
    std::array<char, MPI_MAX_PORT_NAME> port{};
    int code = MPI_SUCCESS;
    if (serves) {
        code = real.Open_port(MPI_INFO_NULL, port.data());
        if (code != MPI_SUCCESS) return code;
        code = Line(port.data()).send(fd)
                   ? real.Comm_accept(port.data(), MPI_INFO_NULL, alone, MPI_COMM_SELF, intercomm)
                   : MPIX_ERR_PROC_FAILED;
        static_cast<void>(real.Close_port(port.data()));
    } else {
        Line name;
        code = name.receive(fd)
                   ? real.Comm_connect(name.text(), MPI_INFO_NULL, alone, MPI_COMM_SELF, intercomm)
                   : MPIX_ERR_PROC_FAILED;
    }
    constexpr bool able = true;
    return code == MPI_SUCCESS ? protect_connection(intercomm, serves ? 0 : 1, able) : code;
}

/// A tag for letters of the two, whichever sockets join them.
int tag_of_pair(int a, int b) noexcept {
    const auto [low, high] = std::minmax(a, b);
    return tag_of(mix(static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)));
}

} // namespace

int join_by_socket(int fd, MPI_Comm *intercomm) noexcept {
    if (!can_connect() || runtime().config.ports != PortsChoice::protect)
        return real.Comm_join(fd, intercomm);
    const std::optional<ProcessName> peer = exchange_names(fd);
    *intercomm = MPI_COMM_NULL;
    const ProcessName me = ProcessName::of_this_process();
    if (peer && !peer->is_in_this_world())
        return join_strangers(fd, me.world_name < peer->world_name, intercomm);
    const auto meet = [&](const Side &mine, bool able) {
        if (!peer) return SideMessage(SideMessage::leaderless);
        return exchange_side_messages(mine, able, runtime().services.get(),
                                      service_rank(peer->rank), tag_of_pair(me.rank, peer->rank),
                                      peer->rank);
    };
    // Joining oneself is an error.
    const auto native = [&](SideMessage::Word, bool) {
        return runtime().everyone->raise(MPI_ERR_OTHER);
    };
    constexpr int alone = 0;
    return join_sides({.function = Function::Comm_join,
                       .local_comm = MPI_COMM_SELF,
                       .local_leader = alone,
                       .meet = meet,
                       .native = native},
                      intercomm);
}

} // namespace closeranks
