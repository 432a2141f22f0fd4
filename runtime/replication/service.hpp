#pragma once

#include <cstdint>

namespace closeranks::replication {

/// Requests of other ranks to the windows of this one: locks, and operations that do not wait for
/// MPI_Win_fence.
///
/// *A rank serves within its calls of MPI, and its leader decides in which one.* The leader tells
/// each request that it serves before it answers, and its twin serves it in the same call: the twin
/// does not end that call before (run_ahead.hpp). So the program finds the same memory in both
/// processes between any two of its calls.
///
/// The order of the requests of one origin is that of its calls. The answers to one origin are sent
/// in the order in which its requests were served.

/// True while there is a window. Then calls are counted.
[[gnu::visibility("hidden")]] extern constinit bool requests_are_served;
/// True within a call in which requests may be served.
[[gnu::visibility("hidden")]] extern constinit bool service_is_open;

/// At the beginning and the end of a call of the program, and around its callbacks.
void open_service() noexcept;
void close_service();

/// Serves all that can be served now. Called in all waits.
void serve();

/// Requests as their windows know them (window_requests.hpp). A window has its context for a name.
struct Requests {
    /// True if the next request of that origin has arrived.
    bool (*has)(std::uint64_t window, int origin);
    void (*serve)(std::uint64_t window, int origin);
    /// In the process that decides: serves all that can be served, if tell_service() allows it.
    void (*serve_all)();
};

/// Tells that this process serves the next request of that origin now. False: nothing can be served
/// before a later call.
[[nodiscard]] bool tell_service(std::uint64_t window, int origin);

/// In MPI_Init: a leader may tell of requests before its twin has made the window.
void prepare_service();

/// The first window is made; the last one is freed, or the program has called MPI_Finalize.
void begin_service(const Requests &requests) noexcept;
void end_service() noexcept;

} // namespace closeranks::replication
