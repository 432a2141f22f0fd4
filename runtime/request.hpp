#pragma once

#include "generated/functions.hpp"
#include "runtime/flat_table.hpp"
#include "runtime/fortran_integers.hpp"
#include "runtime/given_up.hpp"
#include "runtime/mutex.hpp"

#include <mpi.h>

#include <atomic>

namespace closeranks {

class Communicator;
class Driven;
class Restartable;
struct Task;
struct Wildcard;

/// What we know of a pending request of the program.
struct Request {
    Communicator *communicator = nullptr; ///< the record owns one of its references
    int peer = MPI_PROC_NULL;             ///< application rank or MPI_ANY_SOURCE
    Function function{};  ///< the call that started it: its policy decides when the peer is missing
    bool absent = false;  ///< the real request only stands in for one whose peer is missing
    bool stalled = false; ///< absent, because nobody can send any more what it is for
    Task *task = nullptr; ///< for a nonblocking collective
    Driven *driven = nullptr;     ///< for an operation that goes on in our calls
    Wildcard *wildcard = nullptr; ///< for MPI_Irecv from MPI_ANY_SOURCE: how to start it again
    int integer = 0;              ///< by which a Fortran program knows it; 0: it does not
    int tag = GivenUp::no_tag;    ///< of a receive
};

/// A matched message between MPI_Mprobe and MPI_Mrecv.
struct Message {
    Communicator *communicator = nullptr; ///< owns one of its references
    int source = MPI_PROC_NULL;           ///< application rank
};

/// A count that threads share and that need not be exact: one may overwrite what another counts,
/// and none ever waits.
class RoughCount {
  public:
    unsigned operator++() noexcept {
        const unsigned next = *this + 1;
        count_.store(next, std::memory_order_relaxed);
        return next;
    }
    operator unsigned() const noexcept { return count_.load(std::memory_order_relaxed); }

  private:
    std::atomic<unsigned> count_{0};
};

/// The requests and matched messages of protected communicators. What is not in here (files,
/// generalized requests, collectives, unprotected communicators) passes straight through.
struct RequestTable {
    FlatTable<MPI_Request, Request> pending;
    FlatTable<MPI_Message, Message> matched;

    /// What the program's persistent requests stand for (runtime/restartable.hpp).
    FlatTable<MPI_Request, Restartable *> restartable;

    FortranIntegers integers; ///< those of requests whose handle we have replaced

    /// The one handle that the MPI gives to every operation that is complete when it returns
    /// (Open MPI does so for MPI_PROC_NULL and for small sends). It needs no record: nothing can
    /// fail any more. MPI_REQUEST_NULL: this MPI has no such handle.
    MPI_Request complete_at_once = nullptr;

    /// Where a receive request of the MPI keeps its status (runtime/wildcard.hpp).
    static constexpr int unknown = -2;
    int status_offset = unknown;

    Wildcard *unused_wildcards = nullptr; ///< never freed: there are no more than were ever pending

    RoughCount empty_polls;    ///< probes that found nothing: every so often we look for failures
    RoughCount hopeless_polls; ///< tests of a wildcard receive when nobody is left to send

    Mutex<LockRank::requests> mutex; ///< held only under MPI_THREAD_MULTIPLE
};

} // namespace closeranks
