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

/// How the letters of recovery come and go (docs/developers/commit.md). Nobody waits here: letters
/// are sent beside everything else, and taken when they are there as a whole, those of one sender
/// in their order.
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
        std::uint64_t token;  ///< of an inquiry; of `voting`: which vote of this epoch
    };
    struct Letter {
        Header header;
        int source; ///< rank in the communicator of the letters
        Bytes payload;
    };

    /// `comm`: Runtime::services.
    void open(MPI_Comm comm) noexcept { comm_ = comm; }

    /// What was not sent by now is for processes that do not need it any more.
    void close() noexcept;

    [[nodiscard]] bool is_open() const noexcept { return comm_ != MPI_COMM_NULL; }

    /// Sends a letter about `c` to `source`, from whom one has come.
    void reply(Communicator &c, int source, const Header &header,
               std::span<const std::byte> payload) noexcept;

    /// Sends one to application rank `rank` of `c`.
    void send(Communicator &c, int rank, const Header &header) noexcept;

    /// The next letter that is there as a whole, if there is one.
    [[nodiscard]] std::optional<Letter> next() noexcept;

    /// Lets go of what has been sent.
    void advance() noexcept;

    /// Finds out who has failed. True: somebody whose failure was not known here.
    [[nodiscard]] bool notice_failures() noexcept;

    /// The application rank in `c` of the sender `source`; -1: it is none.
    [[nodiscard]] int rank_of(Communicator &c, int source) noexcept;

    /// The application ranks in `c` that this one asks and tells: the fingers among the living, in
    /// a ring of their ranks.
    [[nodiscard]] std::vector<int> correspondents(Communicator &c) noexcept;

  private:
    struct Outgoing {
        MPI_Request request;
        Bytes bytes;
    };

    [[nodiscard]] const std::vector<int> &ranks_in(Communicator &c) noexcept;

    MPI_Comm comm_ = MPI_COMM_NULL;
    int acknowledged_ = 0;   ///< failures
    std::vector<char> dead_; ///< by rank in comm_; empty: nobody
    std::list<IncomingMessage> incoming_;
    std::list<Outgoing> outgoing_;
};

} // namespace closeranks
