#pragma once

namespace closeranks {

/// A process that stands for no rank (Members) helps the others to begin and waits in MPI_Init
/// until they are through MPI_Finalize, or have all died; then it ends. The program in it never
/// goes on.
[[noreturn]] void wait_as_spare() noexcept;

} // namespace closeranks
