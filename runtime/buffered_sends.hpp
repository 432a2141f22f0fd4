#pragma once

#include "runtime/mutex.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace closeranks {

/// The state of runtime/buffered.hpp, part of World.
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

} // namespace closeranks
