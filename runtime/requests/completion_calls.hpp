#pragma once

#include <mpi.h>

namespace closeranks {

/// The calls that complete, free, cancel or query requests, with the semantics of MPI 4.1, 3.7 and
/// these rules for the requests of protected communicators:
/// - a request whose peer failed completes by the policy of the call that started it, in the
///   completion call that first sees it; if ignored, it completes with success and the status of
///   MPI_PROC_NULL;
/// - a receive from MPI_ANY_SOURCE continues as long as a process is left that may send;
/// - a persistent request becomes inactive and can be started again (a start then has no effect);
/// - a genuine error is raised on the program's communicator, once per call: with the first request
///   that failed, as Open MPI does.
///
/// All other requests behave exactly as without the library, even in one array with requests of
/// protected communicators.
///
/// Each function takes the arguments of its MPI function. Thread safety: as in MPI: no two threads
/// may complete the same request.

[[nodiscard]] int wait(MPI_Request *request, MPI_Status *status) noexcept;
[[nodiscard]] int wait_all(int count, MPI_Request requests[], MPI_Status statuses[]) noexcept;
[[nodiscard]] int wait_any(int count, MPI_Request requests[], int *index,
                           MPI_Status *status) noexcept;
[[nodiscard]] int wait_some(int count, MPI_Request requests[], int *outcount, int indices[],
                            MPI_Status statuses[]) noexcept;

[[nodiscard]] int test(MPI_Request *request, int *flag, MPI_Status *status) noexcept;
/// test() for the request behind a request of the program: errors are returned, but not raised.
[[nodiscard]] int test_quietly(MPI_Request *request, int *flag, MPI_Status *status) noexcept;

[[nodiscard]] int test_all(int count, MPI_Request requests[], int *flag,
                           MPI_Status statuses[]) noexcept;
[[nodiscard]] int test_any(int count, MPI_Request requests[], int *index, int *flag,
                           MPI_Status *status) noexcept;
[[nodiscard]] int test_some(int count, MPI_Request requests[], int *outcount, int indices[],
                            MPI_Status statuses[]) noexcept;

[[nodiscard]] int free_request(MPI_Request *request) noexcept;
[[nodiscard]] int cancel(MPI_Request *request) noexcept;

/// Does not complete the request, so no policy is applied. A request whose peer is missing is
/// reported as complete; the call that completes it reports the loss.
[[nodiscard]] int request_status(MPI_Request request, int *flag, MPI_Status *status) noexcept;

/// The same of several requests (MPI 4.1): of all of them, of the first that is complete, and of
/// each that is.
[[nodiscard]] int request_status_all(int count, const MPI_Request requests[], int *flag,
                                     MPI_Status statuses[]) noexcept;
[[nodiscard]] int request_status_any(int count, const MPI_Request requests[], int *index, int *flag,
                                     MPI_Status *status) noexcept;
[[nodiscard]] int request_status_some(int count, const MPI_Request requests[], int *outcount,
                                      int indices[], MPI_Status statuses[]) noexcept;

} // namespace closeranks
