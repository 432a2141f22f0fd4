#pragma once

#include "runtime/openmpi/next_message.hpp"

#include <cstddef>
#include <list>
#include <vector>

namespace closeranks {

class Window;

/// What processes do for each other whose windows are on different hosts
/// (docs/explanation/windows.md): each carries out the others' requests from the MPI's progress
/// engine, so whoever waits in any MPI call serves. Requests travel on the `messages` communicator
/// of the window's members.
///
/// Nothing here ever waits but ask(), which serves meanwhile.
///
/// Thread safety: none; not for MPI_THREAD_MULTIPLE.
class RmaServer {
  public:
    using Bytes = std::vector<std::byte>;

    /// True when there can be one in this run.
    [[nodiscard]] static bool is_possible() noexcept;

    /// From now on requests to `window` are served; until remove(), which comes when all survivors
    /// are done with it.
    void add(Window &window) noexcept;
    void remove(Window &window) noexcept;

    /// Sends a request to `rank` of `window` and waits for the answer. False: it has failed.
    [[nodiscard]] bool ask(Window &window, int rank, Bytes request, Bytes &answer) noexcept;

    /// Serves once. For the progress engine, and for waits.
    void serve() noexcept;

    /// The MPI is about to be finalized, and all survivors have come to that.
    void stop() noexcept;

  private:
    struct Served {
        Window *window;
        std::vector<int> origins; ///< by rank in its communicator
        int acknowledged;         ///< failures, on that
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

/// That of this process.
[[nodiscard]] RmaServer &rma_server() noexcept;

} // namespace closeranks
