#pragma once

#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace closeranks {

/// The state of runtime/messages/buffered.hpp.
struct BufferedSends {
    struct Message {
        MPI_Request request = MPI_REQUEST_NULL;
        std::unique_ptr<std::byte[]> packed;
        int charged = 0; ///< bytes of the attached buffer that it stands for
    };
    std::vector<Message> under_way;
    int capacity = 0; ///< bytes of the attached buffer; 0: none is attached
    int used = 0;
    Mutex<LockRank::buffered> mutex;
};

/// Those of this process.
[[nodiscard]] inline BufferedSends &buffered_sends() noexcept {
    static NeverDestroyed<BufferedSends> of_this_process;
    return of_this_process.value;
}

} // namespace closeranks
