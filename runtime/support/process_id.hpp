#pragma once

namespace closeranks {

/// A process of the job, by the number that mpirun, PMIx and the MPI's own MPI_COMM_WORLD give it.
/// The program, its user and our records know ranks; which process stands for which rank is for
/// Members to say (runtime/run/members.hpp).
enum class ProcessId : int {};

[[nodiscard]] constexpr int number_of(ProcessId process) noexcept {
    return static_cast<int>(process);
}

} // namespace closeranks
