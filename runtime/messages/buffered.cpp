#include "runtime/messages/buffered.hpp"

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <thread>

namespace closeranks {

namespace {

BufferedSends &sends() noexcept { return buffered_sends(); }

/// Forgets the messages that have left, or whose receiver has failed.
void reap(BufferedSends &state) noexcept {
    std::erase_if(state.under_way, [&](BufferedSends::Message &message) {
        int flag = 1;
        // An error means that the receiver has failed: no process needs to know, and the request no
        // longer exists.
        if (real.Test(&message.request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS) flag = 1;
        if (flag != 0)
            if (BufferedSends::Buffer *const buffer = state.find(message.owner))
                buffer->used -= message.charged;
        return flag != 0;
    });
}

/// Waits for those messages under way for which `is_meant` is true; not for later ones. Other
/// threads may send meanwhile: a receiver may wait for them.
template <typename IsMeant> void drain(IsMeant is_meant) noexcept {
    BufferedSends &state = sends();
    std::unique_lock lock(state.mutex);
    const std::uint64_t last = state.started;
    const auto is_awaited = [&](const BufferedSends::Message &message) {
        return message.number <= last && is_meant(message);
    };
    for (reap(state); std::ranges::any_of(state.under_way, is_awaited); reap(state)) {
        lock.unlock();
        if (runtime().threads) std::this_thread::yield();
        lock.lock();
    }
}

/// Copies the message and starts it. Returns the code of the first real call that failed.
int start_copy(BufferedSends &state, const Communicator &c, MPI_Comm messages, const void *buf,
               MPI_Count count, MPI_Datatype datatype, int dest, int tag) noexcept {
    if (dest == MPI_PROC_NULL) // needs no buffer
        return CLOSERANKS_LARGE(Bsend)(buf, count, datatype, dest, tag, messages);
    LargeCount size = 0;
    int code = CLOSERANKS_LARGE(Pack_size)(count, datatype, messages, &size);
    if (code != MPI_SUCCESS) return code;
    reap(state);
    BufferedSends::Buffer *const buffer = state.find_for(c.identity.handle());
    if (buffer == nullptr) return MPI_ERR_BUFFER;
    BufferedSends::Message message;
    message.owner = buffer->owner;
    message.charged = MPI_Count{size} + MPI_BSEND_OVERHEAD;
    if (message.charged > buffer->capacity - buffer->used) return MPI_ERR_BUFFER;
    message.packed =
        std::make_unique<std::byte[]>(static_cast<std::size_t>(std::max<MPI_Count>(size, 1)));
    LargeCount position = 0;
    code = CLOSERANKS_LARGE(Pack)(buf, count, datatype, message.packed.get(), size, &position,
                                  messages);
    if (code == MPI_SUCCESS)
        code = CLOSERANKS_LARGE(Isend)(message.packed.get(), position, MPI_PACKED, dest, tag,
                                       messages, &message.request);
    if (code != MPI_SUCCESS) return code;
    buffer->used += message.charged;
    message.number = ++state.started;
    state.under_way.push_back(std::move(message));
    return MPI_SUCCESS;
}

/// A request that is complete.
int make_complete(MPI_Request *request) noexcept {
    return CLOSERANKS_LARGE(Irecv)(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, request);
}

} // namespace

int start_buffered(const Communicator &c, MPI_Comm messages, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Request *request) noexcept {
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    const int code = start_copy(state, c, messages, buf, count, datatype, dest, tag);
    return code == MPI_SUCCESS ? make_complete(request) : code;
}

int buffered_send(Communicator &c, const void *buf, MPI_Count count, MPI_Datatype datatype,
                  int dest, int tag) noexcept {
    if (is_missing(c, dest)) return apply_policy(c, Entry::function(), dest);
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    const int code = start_copy(state, c, c.messages.get(), buf, count, datatype,
                                number_of(c.message_ranks.live(dest)), tag);
    if (code == MPI_SUCCESS) return code;
    return is_failure(code) ? apply_policy(c, Entry::function(), dest) : c.raise(code);
}

int start_buffered_send(Communicator &c, const void *buf, MPI_Count count, MPI_Datatype datatype,
                        int dest, int tag, MPI_Request *request) noexcept {
    const int code = buffered_send(c, buf, count, datatype, dest, tag);
    if (code != MPI_SUCCESS) return code;
    return make_complete(request);
}

int attach_buffer(void *buffer, MPI_Count size) noexcept {
    const int code = CLOSERANKS_LARGE(Buffer_attach)(buffer, size);
#ifdef MPI_BUFFER_AUTOMATIC // since MPI 4.1: as large as needed
    if (buffer == MPI_BUFFER_AUTOMATIC) size = std::numeric_limits<MPI_Count>::max();
#endif
    if (code == MPI_SUCCESS) note_attached(nullptr, size, false);
    return code;
}

int detach_buffer(void *buffer_addr, int *size) noexcept {
    drain_buffer(nullptr);
    const int code = real.Buffer_detach(buffer_addr, size);
    if (code == MPI_SUCCESS) note_detached(nullptr);
    return code;
}

void note_attached(BufferedSends::Owner owner, MPI_Count size, bool of_session) noexcept {
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    std::erase_if(state.buffers, [&](const auto &buffer) { return buffer.owner == owner; });
    state.buffers.push_back({.owner = owner, .capacity = size, .of_session = of_session});
}

void note_detached(BufferedSends::Owner owner) noexcept {
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    std::erase_if(state.buffers, [&](const auto &buffer) { return buffer.owner == owner; });
}

void drain_buffer(BufferedSends::Owner owner) noexcept {
    drain([&](const auto &message) { return message.owner == owner; });
}

bool has_drained(BufferedSends::Owner owner) noexcept {
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    reap(state);
    return std::none_of(state.under_way.begin(), state.under_way.end(),
                        [&](const auto &message) { return message.owner == owner; });
}

void drain_buffered_sends() noexcept {
    drain([](const BufferedSends::Message &) { return true; });
}

} // namespace closeranks
