#include "runtime/openmpi/next_message.hpp"

#include "runtime/support/real.hpp"

#include <utility>

namespace closeranks {

std::optional<IncomingMessage> begin_next_message(MPI_Comm comm, int tag) {
    for (;;) {
        int found = 0;
        MPI_Message matched = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (real.Improbe(MPI_ANY_SOURCE, tag, comm, &found, &matched, &status) != MPI_SUCCESS ||
            found == 0)
            return std::nullopt;
        int size = 0;
        static_cast<void>(real.Get_count(&status, MPI_BYTE, &size));
        IncomingMessage message{status.MPI_SOURCE, MPI_REQUEST_NULL,
                                std::vector<std::byte>(static_cast<std::size_t>(size))};
        // An error: the sender failed before all of the message arrived.
        if (real.Imrecv(message.bytes.data(), size, MPI_BYTE, &matched, &message.request) ==
            MPI_SUCCESS)
            return message;
    }
}

std::optional<IncomingMessage> next_message(MPI_Comm comm, int tag,
                                            std::list<IncomingMessage> &incoming) {
    while (auto message = begin_next_message(comm, tag))
        incoming.push_back(*std::move(message));
    while (!incoming.empty()) {
        MPI_Request &request = incoming.front().request;
        int done = 0;
        const int code = real.Test(&request, &done, MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS && done == 0) break;
        if (code != MPI_SUCCESS && request != MPI_REQUEST_NULL)
            static_cast<void>(real.Request_free(&request));
        IncomingMessage message = std::move(incoming.front());
        incoming.pop_front();
        if (code == MPI_SUCCESS) return message;
    }
    return std::nullopt;
}

} // namespace closeranks
