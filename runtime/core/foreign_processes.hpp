#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace closeranks {

/// One connection of this MPI_COMM_WORLD with another one: the MPI tells of failures by it.
struct Connection {
    Comm both;   ///< the processes of both
    Comm native; ///< the MPI's own intercommunicator
};

/// Those of the members of one communicator. They last as long as something of the program has
/// such members: it may give up the intercommunicator that it got first, and go on with another
/// communicator that it has made of that one.
using Connections = std::vector<std::shared_ptr<Connection>>;

/// The processes of other MPI_COMM_WORLDs that are connected with this one (MPI 4.1, 11.10.4):
/// those that it has spawned, or that have spawned it. They are numbered as if they had ranks in
/// MPI_COMM_WORLD behind those of its own processes. Each process numbers for itself, so that the
/// numbers mean nothing to another one.
///
/// Thread safety: everything may run beside everything else.
class ForeignProcesses {
  public:
    /// Knows the members of the connection from now on, and watches them for failures until the
    /// program's intercommunicator `handle` is freed and no communicator has such members.
    void add(MPI_Comm handle, Connection connection) noexcept;
    void disconnect(MPI_Comm handle) noexcept;
    /// Ends all connections, also those that pending requests keep.
    void clear() noexcept;

    /// For MPI_Comm_get_parent, where the intercommunicator with the parents is protected.
    std::atomic<MPI_Comm> parents = MPI_COMM_NULL;

    /// True until there have ever been any.
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

    /// With the connected processes in `group`, if there are any.
    [[nodiscard]] Connections connections_with(MPI_Group group) const noexcept;

    /// Numbers of the connected processes in `group`, of whose members `numbers` has the ranks in
    /// MPI_COMM_WORLD so far.
    void number(MPI_Group group, std::span<int> numbers) const noexcept;

    /// Numbers of those that are known to have failed (a local query).
    [[nodiscard]] std::vector<int> failed() const noexcept;

  private:
    struct Opened {
        MPI_Comm handle;
        std::shared_ptr<Connection> connection;
    };
    /// Those that last.
    [[nodiscard]] Connections connections() const noexcept;

    mutable Mutex<LockRank::foreign> mutex_;
    std::atomic<int> count_ = 0; ///< in known_
    Group known_;                ///< in the order of their numbers
    std::vector<Opened> opened_; ///< whose first intercommunicator the program has yet
    mutable std::vector<std::weak_ptr<Connection>> connections_;
};

/// Those of this process.
[[nodiscard]] inline ForeignProcesses &foreign_processes() noexcept {
    static NeverDestroyed<ForeignProcesses> of_this_process;
    return of_this_process.value;
}

/// Comm_get_parent.
[[nodiscard]] int get_parents(MPI_Comm *parents) noexcept;

} // namespace closeranks
