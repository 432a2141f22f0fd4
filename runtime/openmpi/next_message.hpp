#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace closeranks {

/// A message of bytes between processes of ours.
struct ReceivedBytes {
    int source; ///< rank in its communicator
    std::vector<std::byte> bytes;
};

/// The next one with that tag that has come, from anybody; none: nothing has. Those whose sender
/// died within them are left out.
[[nodiscard]] std::optional<ReceivedBytes> next_message(MPI_Comm comm, int tag);

} // namespace closeranks
