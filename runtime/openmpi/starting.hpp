#pragma once

#include <chrono>
#include <string>

namespace closeranks {

/// How Open MPI starts processes: it has PMIx start them, and waits until they have told PMIx where
/// they can be reached. The library defines the two functions that it calls for that, PMIx_Spawn
/// and PMIx_Lookup.

/// The job that MPI_Comm_spawn has started on this thread, since this was asked last. Empty: none.
[[nodiscard]] std::string take_spawned_job();

/// While it lives, what this thread starts is waited for no longer than `longest`, and not at all
/// when it has ended: MPI_Comm_spawn fails then. Open MPI waits for ten minutes
/// (ompi_dpm_connect_accept), also for a program that has ended without MPI_Init.
class StartLimit {
  public:
    explicit StartLimit(std::chrono::seconds longest) noexcept;
    ~StartLimit();
    StartLimit(const StartLimit &) = delete;
    StartLimit &operator=(const StartLimit &) = delete;
};

/// Open MPI's own patience.
inline constexpr std::chrono::minutes patience_of_the_mpi{10};

} // namespace closeranks
