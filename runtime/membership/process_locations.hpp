#pragma once

#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace closeranks {

using HostName = std::array<char, 64>; ///< empty: not known

/// The location of a process; exchanged as bytes.
struct Location {
    HostName host{};
    int pid = 0;
};

/// The location of this process.
[[nodiscard]] Location own_location() noexcept;

/// The locations of the processes of the job. Eight bytes for each process: hosts have many
/// processes, and a job may have a million of them.
///
/// Thread safety: the queries, after gather().
class ProcessLocations {
  public:
    /// Exchanges the locations of all processes, collectively in MPI_Init. If a process fails
    /// meanwhile, the locations stay unknown. Then MPI_COMM_WORLD is revoked if it is
    /// `to_be_protected`, because other processes may wait here for this one; protect_world
    /// continues from there.
    void gather(const Location &own, bool to_be_protected);

    /// The locations of all processes, and a way to set them when there are more.
    [[nodiscard]] std::vector<Location> list() const;
    void set(const std::vector<Location> &by_process);

    /// True if all processes know the same locations: none failed during the exchange.
    void set_known_to_all(bool known) noexcept { known_to_all_ = known; }

    /// The location of a process of this job.
    [[nodiscard]] Location of(ProcessId process) const noexcept;

    /// The hosts of the processes of `group`, in its order. Empty if some process does not know all
    /// locations.
    [[nodiscard]] std::vector<HostName> hosts_of(MPI_Group group) const;

    /// The hosts of all processes; all unknown hosts are the same text.
    [[nodiscard]] std::vector<std::string> hosts() const;

  private:
    struct Place {
        std::uint32_t host; ///< index in `hosts_`
        int pid;
    };

    std::vector<HostName> hosts_;
    std::vector<Place> by_process_;
    bool known_to_all_ = false;
};

/// The locations that this process knows.
[[nodiscard]] ProcessLocations &process_locations() noexcept;

} // namespace closeranks
