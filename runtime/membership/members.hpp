#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/process_id.hpp"
#include "runtime/support/published.hpp"

#include <mpi.h>

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {

/// A rank that has another process now.
struct Replacement {
    int rank;
    ProcessId before;
    ProcessId now;
};

/// The processes in the program's MPI_COMM_WORLD, and the rank of each.
///
/// At first each process stands for the rank of its own number. The last ones are spares, which
/// stand for no rank. The program never sees a spare until it takes the place of a failed process
/// (docs/reference/spares.md). More processes can be started later; their numbers follow. A test
/// mode (docs/developers/testing.md) shows that nothing depends on the numbers: then the ranks are
/// a permutation of the processes.
///
/// Thread safety: queries may run between begin() and end(). With MPI_THREAD_MULTIPLE they may run
/// at the same time as assign() and extend(), which one thread calls at a time. Then they return
/// the state before or after the change.
class Members {
  public:
    /// Called after the MPI was initialised. Only if the program `is_protected` there are `spares`,
    /// and the test mode applies, because otherwise the library translates no ranks.
    void begin(bool is_protected, int spares);
    void end() noexcept;

    /// The data for a process that is started later.
    struct Standing {
        int processes = 0; ///< including the failed ones
        ProcessId first_started{};
        std::vector<ProcessId> by_rank;
        std::vector<ProcessId> first_by_rank;
        std::vector<ProcessId> living; ///< in the order of the communicator
    };
    [[nodiscard]] Standing standing_among(MPI_Comm living) const;

    /// Called in such a process, in place of begin(), which knows only its own job. `everybody`:
    /// the live processes as in `standing`, and behind them those that were started with this one.
    void join(Comm everybody, Standing standing);

    /// Called in the other processes. `everybody` has all live processes; the last `count` of them
    /// have been started. Returns the previous communicator, if the library made it.
    [[nodiscard]] Comm extend(Comm everybody, int count);

    /// The processes that were started together with this one, by their numbers in their own job.
    /// It can be asked before begin().
    [[nodiscard]] static MPI_Comm own_job() noexcept { return MPI_COMM_WORLD; }

    /// All processes that stand for a rank, or can: own_job(), until more processes are started.
    [[nodiscard]] MPI_Comm everybody() const noexcept { return now_->everybody; }

    /// The processes that stand for the ranks, in the order of the ranks.
    [[nodiscard]] const std::vector<ProcessId> &by_rank() const noexcept { return now_->by_rank; }

    /// From now on these processes stand for the ranks. A process that was started later does not
    /// know processes that failed before it. If one of those has to stand for a rank, is_known() is
    /// false.
    void assign(std::vector<ProcessId> by_rank);

    /// True if this process knows all processes that stand for ranks.
    [[nodiscard]] bool is_known() const noexcept { return static_cast<bool>(now_->leaders); }

    /// True if some rank has another process than at first.
    [[nodiscard]] bool has_replaced() const noexcept { return !now_->former.empty(); }

    /// True if the process of `rank` has stood for it from the beginning.
    [[nodiscard]] bool is_first_of(int rank) const noexcept {
        return process_of(rank) == first_by_rank_[static_cast<std::size_t>(rank)];
    }

    /// The rank of this process; MPI_UNDEFINED when it stands for none.
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] ProcessId self() const noexcept { return self_; }

    /// All processes of the job, including those that stand for no rank.
    [[nodiscard]] int processes() const noexcept { return now_->processes; }

    /// The number of the first process that is started later, or would be.
    [[nodiscard]] ProcessId first_started() const noexcept { return first_started_; }
    [[nodiscard]] bool has_spares() const noexcept { return processes() != size_; }

    /// The processes of `group` or `comm`, in its order (a local query).
    [[nodiscard]] std::vector<ProcessId> processes_of(MPI_Group group) const;
    [[nodiscard]] std::vector<ProcessId> processes_of(MPI_Comm comm) const {
        return processes_of(group_of(comm).get());
    }

    /// All processes of the job that this one knows.
    [[nodiscard]] MPI_Group known() const noexcept { return now_->known.get(); }

    /// The processes of `comm` that stand for no rank, in their order (a local query).
    [[nodiscard]] std::vector<ProcessId> spares_in(MPI_Comm comm) const;

    /// True when the program's MPI_COMM_WORLD is the MPI's own.
    [[nodiscard]] bool is_plain() const noexcept { return now_->is_plain; }

    [[nodiscard]] ProcessId process_of(int rank) const noexcept {
        return by_rank()[static_cast<std::size_t>(rank)];
    }

    /// The processes that stand for the ranks, in the order of the ranks.
    [[nodiscard]] MPI_Group group() const noexcept { return now_->leaders.get(); }
    [[nodiscard]] Group copy_of_group() const noexcept;

    /// The ranks for which the processes of `group` stand, in its order; MPI_UNDEFINED: no rank of
    /// this MPI_COMM_WORLD (a local query).
    [[nodiscard]] std::vector<int> ranks_of(MPI_Group group) const;
    [[nodiscard]] std::vector<int> ranks_of(MPI_Comm comm) const;

    /// The same, but a process whose rank has another process by now still gives that rank.
    [[nodiscard]] std::vector<int> ranks_ever_of(MPI_Group group) const;

  private:
    /// The data that changes in a recovery.
    struct State {
        int processes = 0;
        bool is_plain = true;
        std::vector<ProcessId> by_rank;
        std::map<ProcessId, int> former; ///< processes that no longer stand for their rank
        Group leaders;
        Group known;                     ///< all processes that this one knows
        std::vector<ProcessId> in_known; ///< the numbers of these processes, in ascending order
        MPI_Comm everybody = own_job();
    };
    [[nodiscard]] static State copy_of(const State &state);
    [[nodiscard]] static Group leaders_in(const State &state);
    void become(State state) { now_.replace(std::move(state), is_threaded_); }

    int rank_ = 0;
    int size_ = 0;
    ProcessId first_started_{};
    ProcessId self_{};
    std::vector<ProcessId> first_by_rank_; ///< as it was in the beginning
    Comm everybody_;                       ///< used where the MPI's own MPI_COMM_WORLD cannot be
    bool is_threaded_ = false;
    Versioned<State> now_;
};

/// The members of this process's job.
[[nodiscard]] Members &members() noexcept;

/// By rank: the host on which it has to run, because its shared memory is there.
using Bound = std::map<int, std::string>;

/// The processes that stand for the ranks when spares have taken the places of missing ones. A
/// spare on the host to which a lost rank is `bound` takes its place. Each of the other spares
/// takes the first free lost rank whose process was on another host. A process that was started
/// for a lost rank (`first_started` and those behind it) takes the first whose process was on
/// the same host. A spare that finds no such rank takes the first that is free then, or else the
/// first. `hosts`: of each process; equal texts are one host.
[[nodiscard]] std::vector<ProcessId> with_spares(std::vector<ProcessId> by_rank,
                                                 std::span<const ProcessId> living,
                                                 std::span<const std::string> hosts,
                                                 ProcessId first_started, const Bound &bound = {});

/// The hosts on which processes have to be started for the ranks whose processes are not among
/// `living`. It is the host to which a rank is bound; else that of its former process, if another
/// rank lives there; else the host with the fewest ranks. A host on which no process lives may have
/// failed, so it is not used.
[[nodiscard]] Bound hosts_for_missing(std::span<const ProcessId> by_rank,
                                      std::span<const ProcessId> living,
                                      std::span<const std::string> hosts, const Bound &bound);

/// The ranks in which the two lists differ.
[[nodiscard]] std::vector<Replacement> replacements(const std::vector<ProcessId> &before,
                                                    const std::vector<ProcessId> &now);

/// The numbers of `count` processes in a permuted order that follows from `seed`; the first process
/// stands for rank 0. For tests.
[[nodiscard]] std::vector<ProcessId> permuted_processes(int count, unsigned long seed);

} // namespace closeranks
