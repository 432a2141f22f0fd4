#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace closeranks {

/// One connection of this MPI_COMM_WORLD with another one. Through it the MPI reports failures.
struct Connection {
    Comm both;   ///< the processes of both worlds
    Comm native; ///< the MPI's own intercommunicator
};

/// The connections with the members of one communicator. They last as long as an object of the
/// program has such members. The program may free the intercommunicator that it got first, and
/// continue with a communicator that it made from that one.
using Connections = std::vector<std::shared_ptr<Connection>>;

/// The processes of other MPI_COMM_WORLDs that are connected with this one (MPI 4.1, 11.10.4):
/// processes that it has spawned, or that have spawned it. They are numbered as if they had ranks
/// in MPI_COMM_WORLD behind those of its own processes. Each process numbers for itself, so the
/// numbers mean nothing to another process.
///
/// Thread safety: all functions may run at the same time as all others.
class ForeignProcesses {
  public:
    /// From now on includes the members of the connection, and watches them for failures. The watch
    /// ends when the program's intercommunicator `handle` is freed and no communicator has such
    /// members.
    void add(MPI_Comm handle, Connection connection) noexcept;
    void disconnect(MPI_Comm handle) noexcept;
    /// Ends all connections, also those that pending requests keep.
    void clear() noexcept;

    /// The result of MPI_Comm_get_parent where the intercommunicator with the parents is protected.
    std::atomic<MPI_Comm> parents = MPI_COMM_NULL;

    /// True until the first connection is added.
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

    /// The connections with the connected processes in `group`, if it has any.
    [[nodiscard]] Connections connections_with(MPI_Group group) const noexcept;

    /// Writes the numbers of the connected processes in `group` to `numbers`, which already has the
    /// ranks in MPI_COMM_WORLD of the other members.
    void number(MPI_Group group, std::span<int> numbers) const noexcept;

    /// The numbers of the connected processes that are known to have failed (a local query).
    [[nodiscard]] std::vector<int> failed() const noexcept;

  private:
    struct Opened {
        MPI_Comm handle;
        std::shared_ptr<Connection> connection;
    };
    /// The connections that still last.
    [[nodiscard]] Connections connections() const noexcept;

    mutable Mutex<LockRank::foreign> mutex_;
    std::atomic<int> count_ = 0; ///< in known_
    Group known_;                ///< in the order of their numbers
    /// Connections whose first intercommunicator the program still has.
    std::vector<Opened> opened_;
    mutable std::vector<std::weak_ptr<Connection>> connections_;
};

/// The connected processes of this process.
[[nodiscard]] inline ForeignProcesses &foreign_processes() noexcept {
    static NeverDestroyed<ForeignProcesses> of_this_process;
    return of_this_process.value;
}

/// MPI_Comm_get_parent.
[[nodiscard]] int get_parents(MPI_Comm *parents) noexcept;

} // namespace closeranks
