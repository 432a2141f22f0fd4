#pragma once

#include "runtime/handles.hpp"
#include "runtime/mutex.hpp"

#include <atomic>
#include <span>
#include <vector>

namespace closeranks {

class Communicator;

/// The processes of other MPI_COMM_WORLDs that are connected with this one (MPI 4.1, 11.10.4):
/// those that it has spawned, or that have spawned it. They are numbered as if they had ranks in
/// MPI_COMM_WORLD behind those of its own processes. Each process numbers for itself, so that the
/// numbers mean nothing to another one.
///
/// Thread safety: everything may run beside everything else.
class Connected {
  public:
    /// Knows the members of `both` from now on, and watches them for failures until the program's
    /// intercommunicator `handle` is freed. Then `native`, the MPI's own, goes, too.
    void add(MPI_Comm handle, Comm both, Comm native) noexcept;
    void disconnect(MPI_Comm handle) noexcept;
    void clear() noexcept;

    /// For MPI_Comm_get_parent, where the intercommunicator with the parents is protected.
    std::atomic<MPI_Comm> parents = MPI_COMM_NULL;

    /// True until there have ever been any.
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

    /// True when members of `group` are connected processes.
    [[nodiscard]] bool has_members_in(MPI_Group group) const noexcept;

    /// Numbers of the connected processes in `group`, of whose members `numbers` has the ranks in
    /// MPI_COMM_WORLD so far.
    void number(MPI_Group group, std::span<int> numbers) const noexcept;

    /// Numbers of those that are known to have failed (a local query).
    [[nodiscard]] std::vector<int> failed() const noexcept;

  private:
    struct Watch {
        MPI_Comm handle;
        Comm both;
        Comm native;
    };
    mutable Mutex<LockRank::connected> mutex_;
    std::atomic<int> count_ = 0; ///< in known_
    Group known_;                ///< in the order of their numbers
    std::vector<Watch> watches_;
};

/// Protects `intercomm`, with which one side has just spawned the other, or connected to it; this
/// process is on side `number`, 0: the parents or servers, 1: the children or clients. `able`: this
/// process can. `intercomm` is then the
/// program's, and the MPI's own is kept. If somebody cannot, or dies so early that the sides cannot
/// be merged, it stays the MPI's own, and that is said. Collective over both sides, real calls
/// only. Returns MPI_SUCCESS or an error that has been raised.
[[nodiscard]] int protect_connection(MPI_Comm *intercomm, int number, bool able) noexcept;

/// Comm_get_parent.
[[nodiscard]] int get_parents(MPI_Comm *parents) noexcept;

} // namespace closeranks
