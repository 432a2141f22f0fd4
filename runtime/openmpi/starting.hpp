#pragma once

#include <chrono>
#include <string>

namespace closeranks {

/// The start of processes by Open MPI: PMIx starts them, and Open MPI waits until they have
/// published their addresses in PMIx. The library defines the two functions that Open MPI calls for
/// that, PMIx_Spawn and PMIx_Lookup.

/// The job that MPI_Comm_spawn has started on this thread since the last call. Empty: none.
[[nodiscard]] std::string take_spawned_job();

/// While it lives, this thread waits at most `longest` for processes that it starts, and not at all
/// after they have ended: then MPI_Comm_spawn fails. Open MPI waits for ten minutes
/// (ompi_dpm_connect_accept), even for a program that has ended without MPI_Init.
class StartLimit {
  public:
    explicit StartLimit(std::chrono::seconds longest) noexcept;
    ~StartLimit();
    StartLimit(const StartLimit &) = delete;
    StartLimit &operator=(const StartLimit &) = delete;
};

/// The time for which Open MPI waits.
inline constexpr std::chrono::minutes patience_of_the_mpi{10};

} // namespace closeranks
