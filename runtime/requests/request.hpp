#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/core/abandoned_receives.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/request_status.hpp"
#include "runtime/requests/fortran_request_handles.hpp"
#include "runtime/support/flat_table.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <mpi.h>

#include <atomic>

namespace closeranks {

class Communicator;
class PolledOperation;
class PersistentRequest;
struct Task;
struct Wildcard;

/// The library's record of a pending request of the program.
struct Request {
    Communicator *communicator = nullptr; ///< the record owns one of its references
    int peer = MPI_PROC_NULL;             ///< application rank or MPI_ANY_SOURCE
    Function function{};  ///< the call that started it: its policy decides when the peer is missing
    bool absent = false;  ///< the real request stands in for one whose peer is missing
    bool stalled = false; ///< absent, because no process can send the awaited message any more
    bool sends = false;   ///< the message that `tag` belongs to
    Task *task = nullptr; ///< for a nonblocking collective
    PolledOperation *polled = nullptr; ///< for an operation that progresses in the library's calls
    Wildcard *wildcard = nullptr;      ///< for MPI_Irecv from MPI_ANY_SOURCE: how to start it again
    int integer = 0;                   ///< the Fortran program's integer for it; 0: there is none
    int tag = AbandonedReceives::no_tag; ///< of a message
};

/// A matched message between MPI_Mprobe and MPI_Mrecv.
struct Message {
    Communicator *communicator = nullptr; ///< owns one of its references
    int source = MPI_PROC_NULL;           ///< application rank
};

/// A count that threads share and that need not be exact: one thread may overwrite the count of
/// another, and none ever waits.
class RoughCount {
  public:
    unsigned operator++() noexcept {
        const unsigned next = *this + 1;
        count_.store(next, std::memory_order_relaxed);
        return next;
    }
    operator unsigned() const noexcept { return count_.load(std::memory_order_relaxed); }
    void reset() noexcept { count_.store(0, std::memory_order_relaxed); }

  private:
    std::atomic<unsigned> count_{0};
};

/// The requests and matched messages of protected communicators. All other requests (files,
/// generalized requests, collectives, unprotected communicators) pass straight through.
struct RequestTable {
    FlatTable<MPI_Request, Request> pending;
    FlatTable<MPI_Message, Message> matched;

    /// The persistent requests of the program, by handle (runtime/requests/persistent_request.hpp).
    FlatTable<MPI_Request, PersistentRequest *> persistent;

    FortranRequestHandles integers; ///< integers of requests whose handle the library has replaced

    /// The one handle that the MPI gives to every operation that is complete when it returns (Open
    /// MPI does so for MPI_PROC_NULL and for small sends). It needs no record, because it can no
    /// longer fail. MPI_REQUEST_NULL: this MPI has no such handle.
    MPI_Request complete_at_once = nullptr;

    RequestStatus status; ///< for receives of the MPI

    /// Never freed: there are only as many as were ever pending at once.
    Wildcard *unused_wildcards = nullptr;

    RoughCount empty_polls; ///< probes without success: now and then the library looks for failures
    /// Tests of a wildcard receive when no process is left that may send, since one was given up.
    RoughCount hopeless_polls;

    Mutex<LockRank::requests> mutex; ///< held only under MPI_THREAD_MULTIPLE
};

inline constinit NeverDestroyed<RequestTable> request_table_storage;

[[nodiscard]] inline RequestTable &request_table() noexcept { return request_table_storage.value; }

/// Guards the table and the references of communicators; free unless the program's threads may all
/// call MPI at once.
class RequestsLock {
  public:
    RequestsLock() noexcept : locked_(runtime().threads) {
        if (locked_) [[unlikely]]
            request_table().mutex.lock();
    }
    ~RequestsLock() {
        if (locked_) [[unlikely]]
            request_table().mutex.unlock();
    }
    RequestsLock(const RequestsLock &) = delete;
    RequestsLock &operator=(const RequestsLock &) = delete;

  private:
    bool locked_;
};

} // namespace closeranks
