#pragma once

#include "runtime/openmpi/next_message.hpp"
#include "runtime/stall/stall_graph.hpp"
#include "runtime/support/handles.hpp"

#include <cstddef>
#include <list>
#include <optional>
#include <vector>

namespace closeranks::stall {

/// What survivors tell each other about stalls.
struct Note {
    enum Kind : std::uint8_t {
        report,  ///< to the lowest survivor: what this one does
        confirm, ///< from it: do you still do that? Tell `to` when, and wait for `from` to tell you
        mark,    ///< between those: what I have sent to you before has arrived
        still,   ///< the answer: yes, or no
        release, ///< from the lowest: your wait ends by the policy
        ask,     ///< no rank is lost: say when you and those behind you wait (QuietRound)
        quiet,   ///< the answer
        alarm,   ///< all ranks wait: act as after a loss
    };
    Kind kind = report;
    std::uint64_t wave = 0; ///< or the round (QuietRound)
    bool yes = false;
    Survivor survivor{};
    std::vector<int> to{};
    std::vector<int> from{};
    int source = 0; ///< rank in MPI_COMM_WORLD; not sent
};

/// Sends and receives them on Runtime::services. Ranks are those of MPI_COMM_WORLD.
/// Nothing here waits; what cannot be sent is lost, for its receiver is.
///
/// Thread safety: none.
class Mail {
  public:
    explicit Mail(MPI_Comm comm);

    void send(int to, const Note &message);

    /// The next message that has come.
    [[nodiscard]] std::optional<Note> receive();

    /// To be called when failures have become known: without it nothing is received any more.
    void acknowledge_failures() noexcept;

    /// Frees what has left.
    void advance();

    /// Ends: what has not left by now is for processes that do not need it.
    void close() noexcept;

  private:
    struct Outgoing {
        MPI_Request request;
        std::vector<std::uint8_t> bytes;
    };
    MPI_Comm comm_;
    std::vector<int> world_ranks_; ///< by rank in comm_
    std::list<Outgoing> outgoing_;
    std::list<IncomingMessage> incoming_;
};

} // namespace closeranks::stall
