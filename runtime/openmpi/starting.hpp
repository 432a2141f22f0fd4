#pragma once

#include <mpi.h>

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

/// Open MPI's own patience (ompi_dpm_connect_accept).
inline constexpr std::chrono::minutes patience_of_the_mpi{10};

/// To be called after MPI_Comm_spawn by all of `parents`, at least by `root`: when that has given
/// up what it had started, the others learn of it, and their MPI_Comm_spawn fails as well. Open
/// MPI's root returns, and leaves them in the broadcast of a length, where they take one below 0
/// for an error.
void tell_of_vain_start(MPI_Comm parents, int root) noexcept;

} // namespace closeranks
