#pragma once

#include "runtime/openmpi/next_message.hpp"
#include "runtime/stall/stall_graph.hpp"
#include "runtime/support/handles.hpp"

#include <cstddef>
#include <list>
#include <optional>
#include <vector>

namespace closeranks::stall {

/// A message between survivors about stalls.
struct Note {
    enum Kind : std::uint8_t {
        report, ///< to the lowest survivor: the action of the sender
        /// From the lowest: do you still wait so? Tell `to` when, and wait for word from `from`.
        confirm,
        mark,    ///< between these: my earlier messages to you have arrived
        still,   ///< the answer: yes, or no
        release, ///< from the lowest: your wait ends by the policy
        ask,     ///< no rank is lost: answer when you and the ranks behind you wait (QuietRound)
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

/// Sends and receives these messages on Runtime::services. Ranks are those of MPI_COMM_WORLD. No
/// function waits. A message that cannot be sent is lost, because its receiver has failed.
///
/// Thread safety: none.
class Mail {
  public:
    explicit Mail(MPI_Comm comm);

    void send(int to, const Note &message);

    /// The next message that has arrived.
    [[nodiscard]] std::optional<Note> receive();

    /// Called when failures have become known: otherwise nothing is received any more.
    void acknowledge_failures() noexcept;

    /// Frees messages that have left.
    void advance();

    /// Ends the exchange. Messages that have not left are for processes that do not need them.
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
