#pragma once

#include "runtime/support/process_id.hpp"

#include <array>
#include <optional>
#include <vector>

namespace closeranks::replication {

/// The processes of each rank, and which of them live.
///
/// Rank r has the process of its own number, which leads: it decides everything that is not
/// deterministic. The twins are the last processes of the job, in the order in which the launcher
/// names the ranks. When the leader fails, the twin leads. The processes of plane 0 are the leaders
/// at the beginning, and those of plane 1 are their twins. A process never changes its plane.
///
/// Pure: it knows no MPI.
class World {
  public:
    World() = default;
    /// `twins`: the ranks that have a twin.
    World(int processes, const std::vector<int> &twins, ProcessId self);

    /// True if `twins` can be the ranks with twins in a job of that many processes.
    [[nodiscard]] static bool is_possible(int processes, const std::vector<int> &twins) noexcept;

    [[nodiscard]] int ranks() const noexcept { return static_cast<int>(of_rank_.size()); }
    [[nodiscard]] int processes() const noexcept { return static_cast<int>(lives_.size()); }

    [[nodiscard]] ProcessId self() const noexcept { return self_; }
    [[nodiscard]] int my_rank() const noexcept { return rank_of(self_); }

    [[nodiscard]] int rank_of(ProcessId process) const noexcept;
    [[nodiscard]] int plane_of(ProcessId process) const noexcept {
        return number_of(process) < ranks() ? 0 : 1;
    }
    /// The process of this rank in this plane, alive or failed; nothing when there was never one.
    [[nodiscard]] std::optional<ProcessId> process_of(int rank, int plane) const noexcept;

    [[nodiscard]] bool lives(ProcessId process) const noexcept {
        return lives_[static_cast<std::size_t>(number_of(process))];
    }
    /// The living processes of a rank, the one that leads first; at most two.
    [[nodiscard]] std::vector<ProcessId> living_of(int rank) const;
    /// The leader of the rank. Nothing: the rank is lost.
    [[nodiscard]] std::optional<ProcessId> leader_of(int rank) const noexcept;
    [[nodiscard]] bool i_lead() const noexcept { return leader_of(my_rank()) == self_; }
    /// The other live process of this process's rank.
    [[nodiscard]] std::optional<ProcessId> my_other() const noexcept;

    /// The process of `rank` from which `process` gets its messages: that of its own plane, or else
    /// the other one. Nothing: the rank is lost.
    [[nodiscard]] std::optional<ProcessId> source_for(ProcessId process, int rank) const noexcept;

    /// Notes a failure. Returns false when it is known already.
    bool lose(ProcessId process) noexcept;

  private:
    using OfRank = std::array<std::optional<ProcessId>, 2>; ///< by plane

    ProcessId self_{};
    std::vector<OfRank> of_rank_;
    std::vector<int> rank_of_; ///< by process
    std::vector<bool> lives_;  ///< by process
};

/// The world of this process, from MPI_Init on.
[[nodiscard]] World &world() noexcept;

[[nodiscard]] inline int my_rank() noexcept { return world().my_rank(); }
/// True if this process decides for its rank now.
[[nodiscard]] inline bool i_lead() noexcept { return world().i_lead(); }

} // namespace closeranks::replication
