#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <mutex>
#include <set>
#include <string>

namespace closeranks {

/// Connecting programs that are running already (MPI 4.1, 11.9 and 11.10.5). Between processes of
/// one MPI_COMM_WORLD that takes no more than messages, so that whoever dies meanwhile is noticed
/// as in MPI_Intercomm_create. With those of another MPI_COMM_WORLD, the MPI itself connects, and
/// what it has made is protected like the intercommunicator with spawned processes
/// (runtime/core/foreign_processes.hpp).
///
/// Whether somebody who opened a port is protected, and where, is published beside it
/// (MPI_Publish_name): a client finds there how to connect.

/// The ports that this process has opened, and said so.
///
/// Thread safety: all functions exclude each other.
class Ports {
  public:
    void add(const std::string &port) noexcept {
        const std::scoped_lock lock(mutex_);
        open_.insert(port);
    }
    /// False when it was not among them.
    [[nodiscard]] bool remove(const std::string &port) noexcept {
        const std::scoped_lock lock(mutex_);
        return open_.erase(port) != 0;
    }
    [[nodiscard]] bool contains(const std::string &port) const noexcept {
        const std::scoped_lock lock(mutex_);
        return open_.contains(port);
    }

  private:
    mutable Mutex<LockRank::leaf> mutex_;
    std::set<std::string> open_;
};

/// Those of this process.
[[nodiscard]] Ports &ports() noexcept;

/// Open_port.
[[nodiscard]] int open_port(MPI_Info info, char *port_name) noexcept;

/// Close_port.
[[nodiscard]] int close_port(const char *port_name) noexcept;

/// Comm_accept. A client that is gone before it was connected is as one that never called: the next
/// one is served. When nobody can call any more, for all processes but the callers' are missing,
/// the policy decides (ignored: there is no intercommunicator).
[[nodiscard]] int accept_clients(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                                 MPI_Comm *newcomm) noexcept;

/// Comm_connect. When the server is missing the policy decides.
[[nodiscard]] int connect_to_server(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                                    MPI_Comm *newcomm) noexcept;

/// Comm_join. Processes of one MPI_COMM_WORLD tell each other who they are over the socket `fd`,
/// and need nothing else; others have the MPI connect them, as above. Both have to run under
/// closeranks.
[[nodiscard]] int join_by_socket(int fd, MPI_Comm *intercomm) noexcept;

/// Whether we can do anything about such a call.
[[nodiscard]] bool can_connect() noexcept;

} // namespace closeranks
