#pragma once

#include "runtime/openmpi/next_message.hpp"
#include "runtime/support/handles.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <vector>

namespace closeranks {

class Communicator;

/// Sends and receives the control messages of recovery (docs/developers/commit.md). No function
/// waits. Messages are sent in the background, and taken when they have arrived completely;
/// messages of one sender keep their order.
///
/// Thread safety: to be used in a RecoveryTurn.
class RecoveryMail {
  public:
    using Bytes = std::vector<std::byte>;

    enum Kind : std::uint32_t { ask_for_state, state, fetch_entry, entry, voting };
    struct Header {
        std::uint32_t kind;
        std::uint32_t epoch;
        std::uint64_t name;   ///< of the communicator
        std::uint64_t number; ///< of an operation
        /// Of an inquiry; of `voting`: the number of the vote in this repair epoch.
        std::uint64_t token;
    };
    struct Letter {
        Header header;
        int source; ///< rank in the communicator of the messages
        Bytes payload;
    };

    /// `comm`: Runtime::services.
    void open(MPI_Comm comm) noexcept { comm_ = comm; }

    /// Ends the sending. Messages that are not sent by now are for processes that no longer need
    /// them.
    void close() noexcept;

    [[nodiscard]] bool is_open() const noexcept { return comm_ != MPI_COMM_NULL; }

    /// Sends a message about `c` to `source`, the sender of an earlier message.
    void reply(Communicator &c, int source, const Header &header,
               std::span<const std::byte> payload) noexcept;

    /// Sends a message to application rank `rank` of `c`.
    void send(Communicator &c, int rank, const Header &header) noexcept;

    /// The next message that has arrived completely, if there is one.
    [[nodiscard]] std::optional<Letter> next() noexcept;

    /// Frees messages that have been sent.
    void advance() noexcept;

    /// Finds failed processes. True: the failure of at least one was not known here.
    [[nodiscard]] bool notice_failures() noexcept;

    /// The application rank in `c` of the sender `source`; -1: it has none.
    [[nodiscard]] int rank_of(Communicator &c, int source) noexcept;

    /// Application rank in `c` -> rank in the communicator of the messages.
    [[nodiscard]] const std::vector<int> &ranks_in(Communicator &c) noexcept;

    /// The application ranks in `c` that this process asks and tells: the chord neighbours among
    /// the living members, in a ring of their ranks.
    [[nodiscard]] std::vector<int> correspondents(Communicator &c) noexcept;

  private:
    struct Outgoing {
        MPI_Request request;
        Bytes bytes;
    };

    MPI_Comm comm_ = MPI_COMM_NULL;
    int acknowledged_ = 0;   ///< failures
    std::vector<char> dead_; ///< by rank in comm_; empty: none
    std::list<IncomingMessage> incoming_;
    std::list<Outgoing> outgoing_;
};

} // namespace closeranks
