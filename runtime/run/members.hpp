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

/// A rank for which another process stands now.
struct Replacement {
    int rank;
    ProcessId before;
    ProcessId now;
};

/// Which processes are in the program's MPI_COMM_WORLD, and which of them stands for which rank.
///
/// At first each process stands for the rank of its own number; the last ones are spares, which
/// stand for none and which the program never sees, until one takes the place of a process that has
/// died (docs/reference/spares.md). More can be started later; their numbers follow. A test mode
/// (docs/developers/testing.md) shows that nothing depends on the numbers: ranks are a permutation
/// of the processes.
///
/// Thread safety: the queries, between begin() and end(). With MPI_THREAD_MULTIPLE they may run
/// beside assign() and extend(), which one thread calls at a time, and tell of before or
/// afterwards.
class Members {
  public:
    /// After the MPI was initialised. There are `spares`, and the test mode applies, where the
    /// program `is_protected`: nobody else translates ranks.
    void begin(bool is_protected, int spares);
    void end() noexcept;

    /// What a process that is started later has to be told.
    struct Standing {
        int processes = 0; ///< with those that have died
        ProcessId first_started{};
        std::vector<ProcessId> by_rank;
        std::vector<ProcessId> first_by_rank;
        std::vector<ProcessId> living; ///< in the order of the communicator
    };
    [[nodiscard]] Standing standing_among(MPI_Comm living) const;

    /// In such a process, in place of what begin() knows of its own job alone. `everybody`: the
    /// living as in `standing`, and behind them those that have been started with this one.
    void join(Comm everybody, Standing standing);

    /// In the others: the last `count` of `everybody`, which has all that live, have been started.
    /// Returns the communicator until now, if it was one of ours.
    [[nodiscard]] Comm extend(Comm everybody, int count);

    /// All processes that stand for a rank, or can: the MPI's own MPI_COMM_WORLD, until more are
    /// started.
    [[nodiscard]] MPI_Comm everybody() const noexcept { return now_->everybody; }

    /// The processes that stand for the ranks, in the order of these.
    [[nodiscard]] const std::vector<ProcessId> &by_rank() const noexcept { return now_->by_rank; }

    /// From now on these do. A process that was started later does not know those that had died
    /// before: where one of these is to stand for a rank, is_known() is false.
    void assign(std::vector<ProcessId> by_rank);

    /// Whether this process knows all that stand for ranks.
    [[nodiscard]] bool is_known() const noexcept { return static_cast<bool>(now_->leaders); }

    /// Whether another process stands for some rank than at first.
    [[nodiscard]] bool has_replaced() const noexcept { return !now_->former.empty(); }

    /// Whether the process that stands for `rank` has done so from the beginning.
    [[nodiscard]] bool is_first_of(int rank) const noexcept {
        return process_of(rank) == first_by_rank_[static_cast<std::size_t>(rank)];
    }

    /// Of this process; MPI_UNDEFINED when it stands for none.
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] ProcessId self() const noexcept { return self_; }

    /// All processes of the job, with those that stand for no rank.
    [[nodiscard]] int processes() const noexcept { return now_->processes; }

    /// The first one that is started later, or would be.
    [[nodiscard]] ProcessId first_started() const noexcept { return first_started_; }
    [[nodiscard]] bool has_spares() const noexcept { return processes() != size_; }

    /// The processes of `comm`, in its order (a local query).
    [[nodiscard]] std::vector<ProcessId> processes_of(MPI_Comm comm) const;

    /// All processes of the job that this one knows.
    [[nodiscard]] MPI_Group known() const noexcept { return now_->known.get(); }

    /// Of the processes of `comm` those that stand for no rank, in their order (a local query).
    [[nodiscard]] std::vector<ProcessId> spares_in(MPI_Comm comm) const;

    /// True when the MPI's own MPI_COMM_WORLD is what the program sees of it.
    [[nodiscard]] bool is_plain() const noexcept { return now_->is_plain; }

    [[nodiscard]] ProcessId process_of(int rank) const noexcept {
        return by_rank()[static_cast<std::size_t>(rank)];
    }

    /// The processes that stand for the ranks, in the order of these.
    [[nodiscard]] MPI_Group group() const noexcept { return now_->leaders.get(); }
    [[nodiscard]] Group copy_of_group() const noexcept;

    /// The ranks for which the processes of `group` stand, in its order; MPI_UNDEFINED: none of
    /// this MPI_COMM_WORLD (a local query).
    [[nodiscard]] std::vector<int> ranks_of(MPI_Group group) const;
    [[nodiscard]] std::vector<int> ranks_of(MPI_Comm comm) const;

    /// The same, but of processes for whose rank another one stands by now that rank.
    [[nodiscard]] std::vector<int> ranks_ever_of(MPI_Group group) const;

  private:
    /// What changes when ranks come back.
    struct State {
        int processes = 0;
        bool is_plain = true;
        std::vector<ProcessId> by_rank;
        std::map<ProcessId, int> former; ///< those that stood for a rank, and do so no more
        Group leaders;
        Group known;                     ///< all processes that this one knows
        std::vector<ProcessId> in_known; ///< their numbers, which rise
        MPI_Comm everybody = MPI_COMM_WORLD;
    };
    [[nodiscard]] static State copy_of(const State &state);
    [[nodiscard]] static Group leaders_in(const State &state);
    void become(State state) { now_.replace(std::move(state), is_threaded_); }

    int rank_ = 0;
    int size_ = 0;
    ProcessId first_started_{};
    ProcessId self_{};
    std::vector<ProcessId> first_by_rank_; ///< as it was in the beginning
    Comm everybody_;                       ///< where the MPI's own MPI_COMM_WORLD does not do
    bool is_threaded_ = false;
    Versioned<State> now_;
};

/// Those of this process's job.
[[nodiscard]] Members &members() noexcept;

/// By rank: the host on which it has to be, for memory is there that it shares.
using Bound = std::map<int, std::string>;

/// Who stands for the ranks when spares have taken the places of the missing. A spare on the host
/// to which a missing rank is `bound` takes its place. Each of the others takes that of the first
/// missing rank that is free and whose process was on another host; one that was started for a
/// missing rank (`first_started` and those behind it), of the first whose process was on the same
/// host. Who finds none takes the place of the first that is free then, or else of the first.
/// `hosts`: of each process; all that are equal are one.
[[nodiscard]] std::vector<ProcessId> with_spares(std::vector<ProcessId> by_rank,
                                                 std::span<const ProcessId> living,
                                                 std::span<const std::string> hosts,
                                                 ProcessId first_started, const Bound &bound = {});

/// On which hosts processes are to be started for the ranks whose processes are not among `living`:
/// where a rank is bound; else on that of the one before, if another rank lives there, or else on
/// the one with the fewest ranks. Nobody knows whether a host is left on which nobody lives.
[[nodiscard]] Bound hosts_for_missing(std::span<const ProcessId> by_rank,
                                      std::span<const ProcessId> living,
                                      std::span<const std::string> hosts, const Bound &bound);

/// In which ranks they differ.
[[nodiscard]] std::vector<Replacement> replacements(const std::vector<ProcessId> &before,
                                                    const std::vector<ProcessId> &now);

/// The numbers of `count` processes in an order that follows from `seed`, and is not their own; the
/// first of them stands for rank 0. For tests.
[[nodiscard]] std::vector<ProcessId> permuted_processes(int count, unsigned long seed);

} // namespace closeranks
