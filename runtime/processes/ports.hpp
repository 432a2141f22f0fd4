#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <mutex>
#include <set>
#include <string>

namespace closeranks {

/// Connects programs that are running already (MPI 4.1, 11.9 and 11.10.5). Between processes of one
/// MPI_COMM_WORLD messages are enough, so that failures meanwhile are noticed as in
/// MPI_Intercomm_create. Processes of another MPI_COMM_WORLD are connected by the MPI itself, and
/// the result is protected like the intercommunicator with spawned processes
/// (runtime/membership/foreign_processes.hpp).
///
/// A process that opens a port publishes with it whether it is protected, and in which world it is
/// (MPI_Publish_name). A client finds there how to connect.

/// The ports that this process has opened and published.
///
/// Thread safety: all functions exclude each other.
class Ports {
  public:
    void add(const std::string &port) noexcept {
        const std::scoped_lock lock(mutex_);
        open_.insert(port);
    }
    /// False when `port` is not one of these ports.
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

/// The ports of this process.
[[nodiscard]] Ports &ports() noexcept;

/// Open_port.
[[nodiscard]] int open_port(MPI_Info info, char *port_name) noexcept;

/// Close_port.
[[nodiscard]] int close_port(const char *port_name) noexcept;

/// Comm_accept. A client that fails before it was connected counts as one that never called: the
/// next client is served. If all processes but those of the caller are missing, no client can call
/// any more. Then the policy decides (ignored: there is no intercommunicator).
[[nodiscard]] int accept_clients(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                                 MPI_Comm *newcomm) noexcept;

/// Comm_connect. When the server is missing the policy decides.
[[nodiscard]] int connect_to_server(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                                    MPI_Comm *newcomm) noexcept;

/// Comm_join. Processes of one MPI_COMM_WORLD send each other their names over the socket `fd`, and
/// need nothing else. Processes of two worlds are connected by the MPI, as above. Both have to run
/// under closeranks.
[[nodiscard]] int join_by_socket(int fd, MPI_Comm *intercomm) noexcept;

/// True if the library can protect such a call.
[[nodiscard]] bool can_connect() noexcept;

} // namespace closeranks
