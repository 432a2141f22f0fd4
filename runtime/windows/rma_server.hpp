#pragma once

#include "runtime/openmpi/next_message.hpp"

#include <cstddef>
#include <list>
#include <vector>

namespace closeranks {

class Window;

/// The service that processes give each other when their windows are on different hosts
/// (docs/explanation/windows.md). Each carries out requests of the others from the MPI's progress
/// engine, so a process that waits in any MPI call serves. Requests travel on the `messages`
/// communicator of the window's members.
///
/// No function waits but ask(), which serves meanwhile.
///
/// Thread safety: none; not for MPI_THREAD_MULTIPLE.
class RmaServer {
  public:
    using Bytes = std::vector<std::byte>;

    /// True when this run can use the server.
    [[nodiscard]] static bool is_possible() noexcept;

    /// From now on requests to `window` are served, until remove(), which is called when all
    /// survivors no longer need the window.
    void add(Window &window) noexcept;
    void remove(Window &window) noexcept;

    /// Sends a request to `rank` of `window` and waits for the answer. False: `rank` has failed.
    [[nodiscard]] bool ask(Window &window, int rank, Bytes request, Bytes &answer) noexcept;

    /// Serves once. Called by the progress engine, and by waits.
    void serve() noexcept;

    /// The MPI is about to be finalized, and all survivors have come to that point.
    void stop() noexcept;

  private:
    struct Served {
        Window *window;
        std::vector<int> origins; ///< by rank in its communicator
        int acknowledged;         ///< failures acknowledged on that communicator
    };
    struct Incoming {
        Window *window;
        int origin;
        IncomingMessage message;
    };
    struct Outgoing {
        MPI_Request request;
        Bytes bytes;
    };

    void send(MPI_Comm mail, int to, int tag, Bytes bytes) noexcept;
    void begin_receiving(Served &served) noexcept;
    [[nodiscard]] bool receive(Incoming &request) noexcept;

    std::vector<Served> windows_;
    std::list<Incoming> incoming_;
    std::list<Outgoing> outgoing_;
    bool registered_ = false;
    bool busy_ = false;
};

/// The server of this process.
[[nodiscard]] RmaServer &rma_server() noexcept;

} // namespace closeranks
