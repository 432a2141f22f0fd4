#pragma once

namespace closeranks::replication {

/// From now on the program's calls about files are followed (posix_file.hpp).
void begin_file_calls() noexcept;

/// Called in MPI_Finalize, and by an exit without it: all data written before is in the file.
void end_file_calls();

} // namespace closeranks::replication
