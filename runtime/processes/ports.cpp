#include "runtime/processes/ports.hpp"

#include "runtime/commit/collective.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/leader_handshake.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/process_name.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/openmpi/self_intercomm.hpp"
#include "runtime/processes/connection.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/service_tag.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace closeranks {

namespace {

/// A notice about a port among the processes of one mpirun, in any MPI_COMM_WORLD. `who` is
/// retained until the notice ends.
class Notice {
  public:
    Notice(const char *subject, const char *port) noexcept
        : name_(std::string("closeranks:") + subject + ':' + port) {}

    void put_up(const std::string &text, const char *retained_until_end_of) const noexcept {
        const Hints hints(retained_until_end_of);
        const Quiet guard;
        static_cast<void>(real.Publish_name(name_.c_str(), hints.get(), text.c_str()));
    }
    void take_down() const noexcept {
        const Hints hints;
        const Quiet guard;
        static_cast<void>(real.Unpublish_name(name_.c_str(), hints.get(), ""));
    }
    [[nodiscard]] std::optional<std::string> read() const noexcept {
        const Hints hints;
        const Quiet guard;
        std::array<char, MPI_MAX_PORT_NAME> text{};
        if (real.Lookup_name(name_.c_str(), hints.get(), text.data()) != MPI_SUCCESS)
            return std::nullopt;
        return text.data();
    }

  private:
    /// Hints that name the range in which a lookup searches (Quirk::publish_range).
    class Hints {
      public:
        explicit Hints(const char *retained_until_end_of = nullptr) noexcept {
            static_cast<void>(real.Info_create(&info_));
            static_cast<void>(real.Info_set(info_, "range", "session"));
            if (retained_until_end_of != nullptr)
                static_cast<void>(real.Info_set(info_, "persistence", retained_until_end_of));
        }
        ~Hints() { static_cast<void>(real.Info_free(&info_)); }
        Hints(const Hints &) = delete;
        Hints &operator=(const Hints &) = delete;
        [[nodiscard]] MPI_Info get() const noexcept { return info_; }

      private:
        MPI_Info info_ = MPI_INFO_NULL;
    };
    /// Errors of calls without a communicator are raised on MPI_COMM_SELF (MPI 4.1, 9.3), or on
    /// MPI_COMM_WORLD (Quirk::errors_on_world).
    struct Quiet {
        ErrorsReturn everyone{MPI_COMM_WORLD};
        ErrorsReturn self{MPI_COMM_SELF};
    };
    std::string name_;
};

/// Names the process that has opened a port.
[[nodiscard]] Notice opened(const char *port) noexcept { return {"opened", port}; }
/// Set by clients of another MPI_COMM_WORLD while they connect.
[[nodiscard]] Notice called(const char *port) noexcept { return {"called", port}; }

/// Clients that are protected say whether they will protect the connection, if the port does not
/// belong to their world.
constexpr const char *will_protect = "protect";
constexpr const char *will_pass = "pass";

int tag_of_port(const char *port) noexcept {
    return service_tag::of_call(std::hash<std::string_view>{}(port));
}

} // namespace

Ports &ports() noexcept {
    static NeverDestroyed<Ports> of_this_process;
    return of_this_process.value;
}

bool can_connect() noexcept {
    if (runtime().size == 1) protect_processes();
    return runtime().active && !Entry::nested() && can_make_self_intercomm();
}

namespace {

/// The server's leader waits for a client. A client of this MPI_COMM_WORLD sends a message; a
/// client of another one publishes a notice.
class Reception {
  public:
    Reception(const char *port, const Side &mine, bool able) noexcept
        : port_(port), mine_(mine), able_(able), tag_(tag_of_port(port)) {}

    [[nodiscard]] SideMessage wait() noexcept {
        for (unsigned looks = 0;; ++looks) {
            if (SideMessage letter; receive(letter))
                return able_ ? letter : SideMessage(SideMessage::pass);
            if (looks < quick_looks) continue;
            std::this_thread::sleep_for(pause);
            if (looks % looks_between_notices != 0) continue;
            if (const auto notice = called(port_).read(); notice)
                return SideMessage(*notice == will_protect ? SideMessage::strangers
                                                           : SideMessage::pass);
            if (const int lost = nobody_is_left(); lost != MPI_UNDEFINED)
                return SideMessage(SideMessage::leaderless, lost);
        }
    }

  private:
    static constexpr unsigned quick_looks = 10'000;
    static constexpr unsigned looks_between_notices = 10;
    static constexpr std::chrono::milliseconds pause{1};

    static MPI_Comm services() noexcept { return runtime().services.get(); }

    /// Takes a message, if there is one, and answers it. A message of a client that has failed is
    /// taken as well: its side may no longer get the answer, and then refuses.
    [[nodiscard]] bool receive(SideMessage &letter) const noexcept {
        int found = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (real.Improbe(MPI_ANY_SOURCE, tag_, services(), &found, &message, &status) !=
            MPI_SUCCESS)
            // A failure: the next check has no success until the failure is acknowledged.
            static_cast<void>(real.Comm_failure_ack(services()));
        if (found == 0 || real.Mrecv(letter.data(), letter.length(), MPI_INT, &message,
                                     MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        SideMessage answer = side_message_of(mine_, able_);
        static_cast<void>(real.Send(answer.data(), answer.length(), MPI_INT, status.MPI_SOURCE,
                                    tag_, services()));
        return true;
    }

    /// A missing process when no client can come any more; otherwise none. A server that is all of
    /// MPI_COMM_WORLD waits for other worlds, and so does one that knows of other worlds.
    [[nodiscard]] int nobody_is_left() const noexcept {
        static_cast<void>(notice_failures(*runtime().everyone));
        if (!foreign_processes().empty()) return MPI_UNDEFINED;
        int lost = MPI_UNDEFINED;
        for (int rank = 0; rank < runtime().size; ++rank) {
            if (std::find(mine_.members.begin(), mine_.members.end(), rank) != mine_.members.end())
                continue;
            if (!lost_ranks().contains(rank)) return MPI_UNDEFINED;
            lost = rank;
        }
        return lost;
    }

    const char *port_;
    const Side &mine_;
    bool able_;
    int tag_;
};

/// The answer of a server's leader that has not opened the port.
SideMessage not_ours(const char *port) noexcept {
    const std::optional<std::string> notice = opened(port).read();
    if (!notice || !ProcessName::parse(*notice).is_in_this_world())
        return SideMessage(SideMessage::pass); // the MPI checks the port
    runtime().report.say(
        "rank %d: MPI_Comm_accept on a port that rank %d has opened: clients turn to "
        "the process that opened it, so that one has to be the root",
        runtime().rank, ProcessName::parse(*notice).rank);
    return SideMessage(SideMessage::wrong, MPI_ERR_PORT);
}

/// Called at the leader of the clients. `noticed`: a notice was published for the server, which has
/// to be taken down.
SideMessage call_server(const char *port, const Side &mine, bool able, bool &noticed) noexcept {
    const std::optional<std::string> notice = opened(port).read();
    if (!notice) return SideMessage(SideMessage::pass); // not protected, or not a port
    const ProcessName server = ProcessName::parse(*notice);
    if (!server.can_be()) return SideMessage(SideMessage::pass);
    const bool is_stranger = !server.is_in_this_world();
    // Another thread of this process may be the server: no message reaches it.
    if (is_stranger || server.rank == runtime().rank) {
        const bool protects = able && is_stranger;
        called(port).put_up(protects ? will_protect : will_pass, "proc");
        noticed = true;
        return SideMessage(protects ? SideMessage::strangers : SideMessage::pass);
    }
    static_cast<void>(notice_failures(*runtime().everyone));
    return exchange_side_messages(mine, able, runtime().services.get(), service_rank(server.rank),
                                  tag_of_port(port), server.rank);
}

/// The program's call on a real communicator.
using RealCall = FunctionRef<int(MPI_Comm comm, int root, MPI_Comm *made)>;

/// The MPI's own call, by the survivors if `comm` is protected.
int connect_really(Function function, MPI_Comm comm, int root, MPI_Comm *newcomm,
                   RealCall call) noexcept {
    Communicator *const c = runtime().communicators.find(comm);
    if (c == nullptr) return call(comm, root, newcomm);
    *newcomm = MPI_COMM_NULL;
    const auto native = [&](MPI_Comm working, int live_root) {
        return call(working, live_root, newcomm);
    };
    Operation operation{.function = function, .root = root, .native = native, .kept = agree_on()};
    if (const int code = run_carefully(*c, operation); code != MPI_SUCCESS) return code;
    if (*newcomm != MPI_COMM_NULL) inherit_error_handler(c->identity.handle(), *newcomm);
    return MPI_SUCCESS;
}

} // namespace

int open_port(MPI_Info info, char *port_name) noexcept {
    const int code = real.Open_port(info, port_name);
    if (code != MPI_SUCCESS || Entry::nested()) return code;
    if (runtime().size == 1) protect_processes();
    if (!runtime().active || runtime().config.ports != PortsChoice::protect) return code;
    opened(port_name).put_up(ProcessName::of_this_process().text(), "app");
    ports().add(port_name);
    return code;
}

int close_port(const char *port_name) noexcept {
    if (port_name != nullptr && ports().remove(port_name)) opened(port_name).take_down();
    return real.Close_port(port_name);
}

int accept_clients(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                   MPI_Comm *newcomm) noexcept {
    const auto accept = [&](MPI_Comm on, int live_root, MPI_Comm *made) {
        return real.Comm_accept(port_name, info, live_root, on, made);
    };
    if (!can_connect()) return accept(comm, root, newcomm);
    const auto meet = [&](const Side &mine, bool able) {
        if (port_name == nullptr) return SideMessage(SideMessage::pass);
        if (!ports().contains(port_name)) return not_ours(port_name);
        return Reception(port_name, mine, able).wait();
    };
    const auto native = [&](SideMessage::Word why, bool able) {
        const int code = connect_really(Function::Comm_accept, comm, root, newcomm, accept);
        if (code != MPI_SUCCESS || why != SideMessage::strangers || *newcomm == MPI_COMM_NULL)
            return code;
        constexpr int servers_side = 0;
        return protect_connection(newcomm, servers_side, able);
    };
    return join_sides({.function = Function::Comm_accept,
                       .local_comm = comm,
                       .local_leader = root,
                       .meet = meet,
                       .native = native,
                       .serves_the_next = true},
                      newcomm);
}

int connect_to_server(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                      MPI_Comm *newcomm) noexcept {
    const auto connect = [&](MPI_Comm on, int live_root, MPI_Comm *made) {
        return real.Comm_connect(port_name, info, live_root, on, made);
    };
    if (!can_connect()) return connect(comm, root, newcomm);
    bool noticed = false;
    const auto meet = [&](const Side &mine, bool able) {
        return port_name != nullptr ? call_server(port_name, mine, able, noticed)
                                    : SideMessage(SideMessage::pass);
    };
    const auto native = [&](SideMessage::Word why, bool able) {
        const int code = connect_really(Function::Comm_connect, comm, root, newcomm, connect);
        // Taken down before any process can leave, because the server's next call must not find it.
        if (noticed) called(port_name).take_down();
        if (code != MPI_SUCCESS || why != SideMessage::strangers || *newcomm == MPI_COMM_NULL)
            return code;
        constexpr int clients_side = 1;
        return protect_connection(newcomm, clients_side, able);
    };
    return join_sides({.function = Function::Comm_connect,
                       .local_comm = comm,
                       .local_leader = root,
                       .meet = meet,
                       .native = native},
                      newcomm);
}

} // namespace closeranks
