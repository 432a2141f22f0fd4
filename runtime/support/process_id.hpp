#pragma once

namespace closeranks {

/// A process of the job, by the number that mpirun, PMIx and the MPI's own MPI_COMM_WORLD give it.
/// The program, its user and the library's records use ranks. Members
/// (runtime/membership/members.hpp) has the process of each rank.
enum class ProcessId : int {};

[[nodiscard]] constexpr int number_of(ProcessId process) noexcept {
    return static_cast<int>(process);
}

} // namespace closeranks
