#include "runtime/openmpi/next_message.hpp"

#include "runtime/support/real.hpp"

namespace closeranks {

std::optional<ReceivedBytes> next_message(MPI_Comm comm, int tag) {
    for (;;) {
        int found = 0;
        MPI_Message matched = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (real.Improbe(MPI_ANY_SOURCE, tag, comm, &found, &matched, &status) != MPI_SUCCESS ||
            !found)
            return std::nullopt;
        int size = 0;
        static_cast<void>(real.Get_count(&status, MPI_BYTE, &size));
        ReceivedBytes message{status.MPI_SOURCE,
                              std::vector<std::byte>(static_cast<std::size_t>(size))};
        if (real.Mrecv(message.bytes.data(), size, MPI_BYTE, &matched, &status) == MPI_SUCCESS)
            return message;
    }
}

} // namespace closeranks
