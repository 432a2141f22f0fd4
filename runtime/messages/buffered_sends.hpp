#pragma once

#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace closeranks {

/// The state of runtime/messages/buffered.hpp.
struct BufferedSends {
    /// The owner of an attached buffer: a communicator or a session, by its handle; nullptr: the
    /// process.
    using Owner = const void *;

    struct Buffer {
        Owner owner = nullptr;
        MPI_Count capacity = 0; ///< in bytes
        MPI_Count used = 0;
        bool of_session = false;
    };
    struct Message {
        MPI_Request request = MPI_REQUEST_NULL;
        std::unique_ptr<std::byte[]> packed;
        MPI_Count charged = 0;    ///< bytes of the attached buffer that the message uses
        Owner owner = nullptr;    ///< the owner of that buffer
        std::uint64_t number = 0; ///< in the order of the sends, from 1
    };
    std::vector<Message> under_way;
    std::uint64_t started = 0; ///< messages so far
    std::vector<Buffer> buffers;
    Mutex<LockRank::buffered> mutex;

    /// nullptr: no buffer is attached.
    [[nodiscard]] Buffer *find(Owner owner) noexcept {
        for (Buffer &buffer : buffers)
            if (buffer.owner == owner) return &buffer;
        return nullptr;
    }

    /// The buffer for messages on this communicator: its own, that of the process, or that of a
    /// session. It need not be the session of the communicator, because only sizes are accounted
    /// for.
    [[nodiscard]] Buffer *find_for(MPI_Comm comm) noexcept {
        if (Buffer *const own = find(comm)) return own;
        if (Buffer *const of_process = find(nullptr)) return of_process;
        for (Buffer &buffer : buffers)
            if (buffer.of_session) return &buffer;
        return nullptr;
    }
};

/// The buffered sends of this process.
[[nodiscard]] inline BufferedSends &buffered_sends() noexcept {
    static NeverDestroyed<BufferedSends> of_this_process;
    return of_this_process.value;
}

} // namespace closeranks
