#include "runtime/messages/buffered.hpp"

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/messages/buffered_sends.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>

namespace closeranks {

namespace {

BufferedSends &sends() noexcept { return buffered_sends(); }

/// Forgets the messages that have left, or whose receiver died. With `wait` returns only when that
/// is true of all.
void reap(BufferedSends &state, bool wait) noexcept {
    std::erase_if(state.under_way, [&](BufferedSends::Message &message) {
        int flag = 1;
        // An error means that the receiver died: there is nobody to tell, and the request is gone.
        if (wait)
            static_cast<void>(real.Wait(&message.request, MPI_STATUS_IGNORE));
        else if (real.Test(&message.request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            flag = 1;
        if (flag != 0) state.used -= message.charged;
        return flag != 0;
    });
}

/// Copies the message and starts it. Returns the code of the first real call that failed.
int start_copy(BufferedSends &state, MPI_Comm messages, const void *buf, int count,
               MPI_Datatype datatype, int dest, int tag) noexcept {
    int size = 0;
    int code = real.Pack_size(count, datatype, messages, &size);
    if (code != MPI_SUCCESS) return code;
    reap(state, false);
    BufferedSends::Message message;
    message.charged = size + MPI_BSEND_OVERHEAD;
    if (message.charged > state.capacity - state.used) return MPI_ERR_BUFFER;
    message.packed = std::make_unique<std::byte[]>(static_cast<std::size_t>(std::max(size, 1)));
    int position = 0;
    code = real.Pack(buf, count, datatype, message.packed.get(), size, &position, messages);
    if (code == MPI_SUCCESS)
        code = real.Isend(message.packed.get(), position, MPI_PACKED, dest, tag, messages,
                          &message.request);
    if (code != MPI_SUCCESS) return code;
    state.used += message.charged;
    state.under_way.push_back(std::move(message));
    return MPI_SUCCESS;
}

/// A request that is complete.
int make_complete(MPI_Request *request) noexcept {
    return real.Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, request);
}

} // namespace

int start_buffered(MPI_Comm messages, const void *buf, int count, MPI_Datatype datatype, int dest,
                   int tag, MPI_Request *request) noexcept {
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    const int code = start_copy(state, messages, buf, count, datatype, dest, tag);
    return code == MPI_SUCCESS ? make_complete(request) : code;
}

int buffered_send(Entry &entry, Communicator &c, const void *buf, int count, MPI_Datatype datatype,
                  int dest, int tag) noexcept {
    if (is_missing(c, dest)) return apply_policy(c, entry.function(), dest);
    BufferedSends &state = sends();
    const std::scoped_lock lock(state.mutex);
    const int code = start_copy(state, c.messages.get(), buf, count, datatype,
                                number_of(c.message_ranks.live(dest)), tag);
    if (code == MPI_SUCCESS) return code;
    return is_failure(code) ? apply_policy(c, entry.function(), dest) : c.raise(code);
}

int start_buffered_send(Entry &entry, Communicator &c, const void *buf, int count,
                        MPI_Datatype datatype, int dest, int tag, MPI_Request *request) noexcept {
    const int code = buffered_send(entry, c, buf, count, datatype, dest, tag);
    if (code != MPI_SUCCESS) return code;
    return make_complete(request);
}

int attach_buffer(void *buffer, int size) noexcept {
    const int code = real.Buffer_attach(buffer, size);
    const std::scoped_lock lock(sends().mutex);
    if (code == MPI_SUCCESS) sends().capacity = size;
    return code;
}

int detach_buffer(void *buffer_addr, int *size) noexcept {
    drain_buffered_sends();
    const int code = real.Buffer_detach(buffer_addr, size);
    const std::scoped_lock lock(sends().mutex);
    if (code == MPI_SUCCESS) sends().capacity = 0;
    return code;
}

void drain_buffered_sends() noexcept {
    const std::scoped_lock lock(sends().mutex);
    reap(sends(), true);
}

} // namespace closeranks
