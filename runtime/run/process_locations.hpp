#pragma once

#include "runtime/run/summary.hpp"
#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace closeranks {

/// Where a rank runs; exchanged as bytes.
struct Location {
    std::array<char, 64> host{}; ///< empty: not known
    int pid = 0;
};

/// Of this process.
[[nodiscard]] Location own_location() noexcept;

/// Where the processes of the job run. Eight bytes for each: hosts have many processes, and a job
/// may have a million of them.
///
/// Thread safety: the queries, after gather().
class ProcessLocations {
  public:
    /// Tells all others, collectively in MPI_Init. If a process dies before that is over they stay
    /// unknown; then MPI_COMM_WORLD is revoked if it is `to_be_protected`, for others may wait in
    /// here for this process; protect_world goes on from there.
    void gather(const Location &own, bool to_be_protected);

    /// Of all processes, and how to set that when there are more.
    [[nodiscard]] std::vector<Location> list() const;
    void set(const std::vector<Location> &by_process);

    /// Whether all processes know the same: nobody died while they told each other.
    [[nodiscard]] bool are_known_to_all() const noexcept { return known_to_all_; }
    void set_known_to_all(bool known) noexcept { known_to_all_ = known; }

    /// Of a process of this job.
    [[nodiscard]] Location of(ProcessId process) const noexcept;

    /// Of all processes; those that are not known are all the same one.
    [[nodiscard]] std::vector<std::string> hosts() const;

  private:
    using HostName = decltype(Location::host);
    struct Place {
        std::uint32_t host; ///< its number among `hosts_`
        int pid;
    };

    std::vector<HostName> hosts_;
    std::vector<Place> by_process_;
    bool known_to_all_ = false;
};

/// As this process knows them.
[[nodiscard]] ProcessLocations &process_locations() noexcept;

/// Brings the figures of all members of `survivors` to its rank `root`: totals as Totals defines
/// them, `times` as the earliest, and as `texts`, one of each member, what was there. Returns
/// whether everybody took part to the end; where not, the values are worth nothing and `survivors`
/// is revoked. All members get the same answer.
[[nodiscard]] bool sum_up(Totals &totals, std::vector<double> &times,
                          std::vector<std::string> &texts, int root, MPI_Comm survivors) noexcept;

} // namespace closeranks
