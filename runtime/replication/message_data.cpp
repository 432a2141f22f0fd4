#include "runtime/replication/message_data.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/replication/transport.hpp"
#include "runtime/support/device_memory.hpp"
#include "runtime/support/typed_data.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace closeranks::replication {

namespace {

constexpr std::size_t longest = std::numeric_limits<int>::max() - sizeof(Envelope);

int pack(const Outbound &message, const DataLayout &layout, std::byte *to) noexcept {
    if (layout.is_plain() && is_for_cpu(message.data)) {
        if (layout.bytes() != 0) std::memcpy(to, message.data, layout.bytes());
        return MPI_SUCCESS;
    }
    int at = 0;
    return real.Pack(message.data, message.count, message.type, to,
                     static_cast<int>(layout.bytes()), &at, MPI_COMM_SELF);
}

} // namespace

int send_packed(const Outbound &message, const Communicator &on, Talk talk, MessageId *id) {
    if (message.place == MPI_PROC_NULL) return MPI_SUCCESS;
    const DataLayout layout(message.count, message.type);
    if (layout.bytes() > longest) return MPI_ERR_COUNT;
    Envelope envelope;
    envelope.context = on.context;
    envelope.size = layout.bytes();
    envelope.tag = message.tag;
    envelope.place = on.place;
    envelope.talk = talk;
    envelope.is_synchronous = message.is_synchronous;
    const auto packet = std::make_shared<Packet>(envelope);
    if (const int code = pack(message, layout, packet->payload()); code != MPI_SUCCESS) return code;
    const MessageId sent =
        send_message(on.peers()[static_cast<std::size_t>(message.place)], packet);
    if (id != nullptr) *id = sent;
    return MPI_SUCCESS;
}

int deliver(const Arrived &message, const Inbound &to) noexcept {
    const DataLayout layout(to.count, to.type);
    const std::size_t bytes = std::min(message.packet->size(), layout.bytes());
    const TypedData typed{to.data, to.count, to.type};
    if (bytes != 0)
        if (const int code = write_data(message.packet->payload(), bytes, to.data, layout, typed);
            code != MPI_SUCCESS)
            return code;
    return message.packet->size() > layout.bytes() ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

void set_status_of(const Arrived &message, MPI_Status *status) noexcept {
    set_status(status, message.envelope.place, message.envelope.tag, message.packet->size());
}

void Receiving::post(const Communicator &on, Talk talk, int place, int tag) {
    posted_ = {.pattern = {.context = on.context,
                           .talk = talk,
                           .place = place == MPI_ANY_SOURCE ? any : place,
                           .tag = tag == MPI_ANY_TAG ? any : tag}};
    if (posted_.pattern.is_wildcard()) posted_.wildcard = matching().next_wildcard();
    is_posted_ = true;
    matching().post(posted_);
}

Arrived Receiving::take() {
    if (!decisions().is_flushed()) // the twin may not know yet which message it got
        wait_until([] { return decisions().is_flushed(); });
    is_posted_ = false;
    Arrived message = std::move(*posted_.message);
    posted_.message.reset();
    return message;
}

void Receiving::withdraw() {
    if (std::exchange(is_posted_, false)) matching().withdraw(posted_);
}

} // namespace closeranks::replication
