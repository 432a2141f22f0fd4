#include "runtime/replication/probed_messages.hpp"

#include "runtime/replication/communicator.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/real.hpp"

#include <utility>

namespace closeranks::replication {

ProbedMessages &probed_messages() noexcept {
    static NeverDestroyed<ProbedMessages> one;
    return one.value;
}

int ProbedMessages::add(ProbedMessage message, MPI_Message *handle) {
    constexpr int self = 0;
    constexpr int tag = 0;
    int code = real.Send(nullptr, 0, MPI_BYTE, self, tag, quiet_self());
    if (code == MPI_SUCCESS) code = real.Mprobe(self, tag, quiet_self(), handle, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS) by_handle_.insert_or_assign(*handle, std::move(message));
    return code;
}

std::optional<ProbedMessage> ProbedMessages::take(MPI_Message *handle) {
    const auto found = by_handle_.find(*handle);
    if (found == by_handle_.end()) return std::nullopt;
    std::optional<ProbedMessage> message(std::move(found->second));
    by_handle_.erase(found);
    static_cast<void>(real.Mrecv(nullptr, 0, MPI_BYTE, handle, MPI_STATUS_IGNORE));
    return message;
}

} // namespace closeranks::replication
