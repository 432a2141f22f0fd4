// MPI_Comm_join: a socket connects the two processes.

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/leader_handshake.hpp"
#include "runtime/core/process_name.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/processes/connection.hpp"
#include "runtime/processes/join_line.hpp"
#include "runtime/processes/ports.hpp"
#include "runtime/support/service_tag.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>

#include <sys/socket.h>

namespace closeranks {

namespace {

/// True if the other end is closed, for example by the failure of its process.
bool is_closed(int fd) noexcept {
    char next = 0;
    const ssize_t length = recv(fd, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return length == 0 || (length < 0 && errno == ECONNRESET);
}

/// The process at the other end of the socket.
struct Peer {
    bool is_ours = true; ///< false: the other end is not closeranks, or its text is damaged
    std::optional<ProcessName> name; ///< nothing: the process has failed
};

Peer exchange_names(int fd) noexcept {
    const JoinLine mine(ProcessName::of_this_process().text());
    JoinLine theirs;
    if (!mine.send(fd)) return {};
    if (!theirs.receive(fd)) return {is_closed(fd), std::nullopt};
    const auto text = theirs.text();
    Peer peer{false, std::nullopt};
    if (text) peer.name = ProcessName::parse(*text);
    peer.is_ours = peer.name.has_value() && peer.name->can_be();
    return peer;
}

/// The other process has failed before the MPI could connect the two.
int lacks_stranger() noexcept { return runtime().everyone->raise(MPIX_ERR_PROC_FAILED); }

/// Joins a process of another MPI_COMM_WORLD: the MPI connects the two, by a port of one of them.
int join_strangers(int fd, bool serves, MPI_Comm *intercomm) noexcept {
    constexpr int alone = 0;
    std::array<char, MPI_MAX_PORT_NAME> port{};
    int code = MPI_SUCCESS;
    if (serves) {
        code = real.Open_port(MPI_INFO_NULL, port.data());
        if (code != MPI_SUCCESS) return code;
        code = JoinLine(port.data()).send(fd)
                   ? real.Comm_accept(port.data(), MPI_INFO_NULL, alone, MPI_COMM_SELF, intercomm)
                   : lacks_stranger();
        static_cast<void>(real.Close_port(port.data()));
    } else {
        JoinLine line;
        const auto name = line.receive(fd) ? line.text() : std::nullopt;
        code =
            name ? real.Comm_connect(name->c_str(), MPI_INFO_NULL, alone, MPI_COMM_SELF, intercomm)
                 : lacks_stranger();
    }
    constexpr bool able = true;
    return code == MPI_SUCCESS ? protect_connection(intercomm, serves ? 0 : 1, able) : code;
}

/// A tag for messages between the two processes, the same for all sockets that join them.
int tag_of_pair(int a, int b) noexcept {
    const auto [low, high] = std::minmax(a, b);
    return service_tag::of_call(
        mix(static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)));
}

} // namespace

int join_by_socket(int fd, MPI_Comm *intercomm) noexcept {
    if (!can_connect() || runtime().config.ports != PortsChoice::protect)
        return real.Comm_join(fd, intercomm);
    const Peer other = exchange_names(fd);
    const std::optional<ProcessName> &peer = other.name;
    *intercomm = MPI_COMM_NULL;
    if (!other.is_ours) {
        runtime().report.say(
            "MPI_Comm_join: what is at the other end of the socket is not closeranks; "
            "with --ports pass the MPI alone joins the two");
        return runtime().everyone->raise(MPI_ERR_OTHER);
    }
    const ProcessName me = ProcessName::of_this_process();
    if (peer && !peer->is_in_this_world())
        return join_strangers(fd, me.world_name < peer->world_name, intercomm);
    const auto meet = [&](const Side &mine, bool able) {
        if (!peer) return SideMessage(SideMessage::leaderless);
        return exchange_side_messages(mine, able, runtime().services.get(),
                                      service_rank(peer->rank), tag_of_pair(me.rank, peer->rank),
                                      peer->rank);
    };
    // It is an error if a process joins itself.
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
