#pragma once

#include "runtime/requests/request.hpp"

#include "tests/cores/named_types.hpp"
#include "tests/unit/fake_mpi.hpp"

#include <mpi-ext.h>

#include <array>
#include <cstdint>
#include <list>

namespace closeranks::test {

/// The requests of one process, which end as the test says. Each has a status in its memory where
/// RequestStatus looks for it, as requests of Open MPI do.
class FakeRequests {
  public:
    enum class State : std::uint8_t {
        pending,
        complete,
        failed,  ///< its peer
        waiting, ///< for an acknowledgement of failures
        marked,  ///< complete, and nevertheless reported as waiting (Quirk::pending_mark_stays)
    };

    FakeRequests() { request_table().status.learn(); }

    [[nodiscard]] MPI_Request add(State state = State::pending, int source = 0, int tag = 0) {
        Memory &memory = memories_.emplace_back();
        memory.state = state;
        memory.status.MPI_SOURCE = source;
        memory.status.MPI_TAG = state == State::pending ? MPI_ANY_TAG : tag;
        return reinterpret_cast<MPI_Request>(&memory);
    }
    void become(MPI_Request request, State state) { memory_of(request).state = state; }

    /// The pending receive `request` matches a message, of which not all has arrived.
    void match(MPI_Request request, int source, int tag) {
        memory_of(request).status.MPI_SOURCE = source;
        memory_of(request).status.MPI_TAG = tag;
    }

    /// The message of a receive arrives while that is cancelled.
    MPI_Request arrives_when_cancelled = MPI_REQUEST_NULL;

    int freed = 0;  ///< requests that were freed before they were complete
    int raised = 0; ///< calls of the program's error handler

  private:
    struct Memory {
        std::array<char, 64> before{};
        MPI_Status status{};
        std::uintptr_t completion = 0; // as in ompi_request_t, behind the status
        std::array<char, 512> behind{};
        State state = State::pending;
        bool is_cancelled = false;
        bool is_for_learning = false;
    };

    static Memory &memory_of(MPI_Request request) { return *reinterpret_cast<Memory *>(request); }

    [[nodiscard]] static bool is_over(const Memory &memory) {
        return memory.state == State::complete || memory.state == State::marked;
    }
    [[nodiscard]] static int code_of(const Memory &memory) {
        switch (memory.state) {
        case State::failed:
            return MPIX_ERR_PROC_FAILED;
        case State::waiting:
        case State::marked:
            return MPIX_ERR_PROC_FAILED_PENDING;
        default:
            return MPI_SUCCESS;
        }
    }

    /// Ends the request if it is complete or has failed, as the completion calls of Open MPI do.
    /// Returns whether there is something to report about it.
    static bool report(MPI_Request &request, MPI_Status &status) {
        if (request == MPI_REQUEST_NULL || memory_of(request).state == State::pending) return false;
        const Memory &memory = memory_of(request);
        status = memory.status;
        status.MPI_ERROR = code_of(memory);
        if (memory.state == State::complete || memory.state == State::failed)
            request = MPI_REQUEST_NULL;
        return true;
    }

    /// RequestStatus::learn() sends messages from this process to itself.
    int receive(int count, int source, int tag, MPI_Request *request) {
        *request = add(State::pending, source);
        Memory &memory = memory_of(*request);
        memory.status._ucount = static_cast<std::size_t>(count);
        memory.is_for_learning = true;
        wanted_tag_ = tag;
        return MPI_SUCCESS;
    }
    int send_to_self(int count, int tag) {
        for (Memory &memory : memories_)
            if (memory.is_for_learning && memory.state == State::pending && wanted_tag_ == tag) {
                memory.status.MPI_SOURCE = 0;
                memory.status.MPI_TAG = tag;
                memory.status._ucount = static_cast<std::size_t>(count);
                memory.completion = 1;
                memory.state = State::complete;
            }
        return MPI_SUCCESS;
    }

    std::list<Memory> memories_;
    int wanted_tag_ = 0;

    // The entry points, last: they are put back first.
    Replaced<&Real::Irecv> irecv_{
        [this](void *, int count, MPI_Datatype, int source, int tag, MPI_Comm,
               MPI_Request *request) { return receive(count, source, tag, request); }};
    Replaced<&Real::Send> send_{[this](const void *, int count, MPI_Datatype, int, int tag,
                                       MPI_Comm) { return send_to_self(count, tag); }};
    Replaced<&Real::Wait> wait_{[](MPI_Request *request, MPI_Status *) {
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Request_get_status> get_status_{
        [](MPI_Request request, int *flag, MPI_Status *status) {
            const Memory &memory = memory_of(request);
            *flag = is_over(memory) ? 1 : 0;
            if (*flag != 0 && status != MPI_STATUS_IGNORE) {
                *status = memory.status;
                status->_cancelled = memory.is_cancelled ? 1 : 0;
            }
            return MPI_SUCCESS;
        }};
    Replaced<&Real::Testsome> testsome_{
        [](int count, MPI_Request *requests, int *outcount, int *indices, MPI_Status *statuses) {
            *outcount = 0;
            int code = MPI_SUCCESS;
            for (int i = 0; i < count; ++i) {
                if (!report(requests[i], statuses[*outcount])) continue;
                if (statuses[*outcount].MPI_ERROR != MPI_SUCCESS) code = MPI_ERR_IN_STATUS;
                indices[(*outcount)++] = i;
            }
            return code;
        }};
    Replaced<&Real::Testany> testany_{
        [](int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
            *flag = 0;
            for (int i = 0; i < count && *flag == 0; ++i) {
                if (!report(requests[i], *status)) continue;
                *flag = 1;
                *index = i;
            }
            return *flag != 0 ? status->MPI_ERROR : MPI_SUCCESS;
        }};
    Replaced<&Real::Request_free> request_free_{[this](MPI_Request *request) {
        if (!is_over(memory_of(*request))) ++freed;
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Cancel> cancel_{[this](MPI_Request *request) {
        Memory &memory = memory_of(*request);
        memory.is_cancelled = *request != arrives_when_cancelled;
        memory.state = State::complete;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Test_cancelled> test_cancelled_{[](const MPI_Status *status, int *flag) {
        *flag = status->_cancelled;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Grequest_start> grequest_start_{
        [this](MPI_Grequest_query_function *, MPI_Grequest_free_function *,
               MPI_Grequest_cancel_function *, void *, MPI_Request *request) {
            *request = add();
            return MPI_SUCCESS;
        }};
    Replaced<&Real::Grequest_complete> grequest_complete_{[this](MPI_Request request) {
        become(request, State::complete);
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Status_set_elements> set_elements_{[](MPI_Status *status, MPI_Datatype, int n) {
        status->_ucount = static_cast<std::size_t>(n);
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Status_set_cancelled> set_cancelled_{[](MPI_Status *status, int flag) {
        status->_cancelled = flag;
        return MPI_SUCCESS;
    }};
    NamedTypes named_types_;
    Replaced<&Real::Comm_call_errhandler> call_errhandler_{[this](MPI_Comm, int) {
        ++raised;
        return MPI_SUCCESS;
    }};
};

} // namespace closeranks::test
