#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <atomic>
#include <span>
#include <vector>

namespace closeranks {

/// The processes of other MPI_COMM_WORLDs that are connected with this one (MPI 4.1, 11.10.4):
/// those that it has spawned, or that have spawned it. They are numbered as if they had ranks in
/// MPI_COMM_WORLD behind those of its own processes. Each process numbers for itself, so that the
/// numbers mean nothing to another one.
///
/// Thread safety: everything may run beside everything else.
class ForeignProcesses {
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
    mutable Mutex<LockRank::foreign> mutex_;
    std::atomic<int> count_ = 0; ///< in known_
    Group known_;                ///< in the order of their numbers
    std::vector<Watch> watches_;
};

/// Those of this process.
[[nodiscard]] inline ForeignProcesses &foreign_processes() noexcept {
    static NeverDestroyed<ForeignProcesses> of_this_process;
    return of_this_process.value;
}

/// Comm_get_parent.
[[nodiscard]] int get_parents(MPI_Comm *parents) noexcept;

} // namespace closeranks
