#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

/// Which processes are in the program's MPI_COMM_WORLD, and which of them stands for which rank.
///
/// Usually each process stands for the rank of its own number. Two test modes (docs/testing.md)
/// show that nothing else depends on that: ranks may be a permutation of the processes, and there
/// may be processes that stand for no rank, which the program never sees.
///
/// Thread safety: the queries, between begin() and end().
class Members {
  public:
    /// After the MPI was initialised. The test modes apply where the program `is_protected`: nobody
    /// else translates ranks.
    void begin(bool is_protected);
    void end() noexcept { leaders_.reset(); }

    /// Of this process; MPI_UNDEFINED when it stands for none.
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] ProcessId self() const noexcept { return self_; }

    /// All processes of the job, with those that stand for no rank.
    [[nodiscard]] int processes() const noexcept { return processes_; }
    [[nodiscard]] bool has_spares() const noexcept { return processes_ != size_; }

    /// True when the MPI's own MPI_COMM_WORLD is what the program sees of it.
    [[nodiscard]] bool is_plain() const noexcept { return is_plain_; }

    [[nodiscard]] ProcessId process_of(int rank) const noexcept {
        return by_rank_[static_cast<std::size_t>(rank)];
    }

    /// The processes that stand for the ranks, in the order of these.
    [[nodiscard]] MPI_Group group() const noexcept { return leaders_.get(); }
    [[nodiscard]] Group copy_of_group() const noexcept;

    /// The ranks for which the processes of `group` stand, in its order; MPI_UNDEFINED: none of
    /// this MPI_COMM_WORLD (a local query).
    [[nodiscard]] std::vector<int> ranks_of(MPI_Group group) const;
    [[nodiscard]] std::vector<int> ranks_of(MPI_Comm comm) const;

  private:
    int rank_ = 0;
    int size_ = 0;
    int processes_ = 0;
    ProcessId self_{};
    bool is_plain_ = true;
    std::vector<ProcessId> by_rank_;
    Group leaders_;
};

/// Those of this process's job.
[[nodiscard]] Members &members() noexcept;

/// The numbers of `count` processes in an order that follows from `seed`, and is not their own; the
/// first of them stands for rank 0. For tests.
[[nodiscard]] std::vector<ProcessId> permuted_processes(int count, unsigned long seed);

} // namespace closeranks
