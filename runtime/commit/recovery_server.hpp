#pragma once

#include "runtime/commit/parting.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/published.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

namespace closeranks {

class Communicator;

/// What members of a communicator do for each other after a failure under the optimistic commit
/// (docs/commit.md): asking who has completed what, handing over what is in the log, and joining
/// votes from outside.
///
/// Requests are served from the MPI's progress engine, so whoever waits in any MPI call serves.
/// Nothing is sent, and nothing looked at but one number, until a process has failed.
///
/// Thread safety: each function takes a RecoveryTurn for as long as it does not wait.
class RecoveryServer {
  public:
    using Bytes = std::vector<std::byte>;

    /// Starts serving. `mail`: for our messages only, in any numbering of the processes of
    /// MPI_COMM_WORLD, never revoked.
    void start(Comm mail) noexcept;

    /// Stops; collective in the sense that nobody needs it any more.
    void stop() noexcept;

    /// The survivors (application ranks) that have completed more of `c` than this process. They,
    /// and all others, are frozen then. Waits for all survivors' next MPI call.
    [[nodiscard]] std::vector<int> ask(Communicator &c) noexcept;

    /// What application rank `from` has kept of operation `number` for this process; waits until it
    /// has completed that. False: it has failed.
    [[nodiscard]] bool fetch(Communicator &c, int from, std::uint64_t number, Bytes &into) noexcept;

    /// What all survivors have kept of operation `number` for this process, by application rank;
    /// nothing for the missing. Waits for all survivors to complete it.
    [[nodiscard]] std::vector<Bytes> collect(Communicator &c, std::uint64_t number) noexcept;

    /// To be called around a vote on `c`, under the optimistic commit and unless `c` is foreign:
    /// ends one joined from outside, and tells the others.
    void before_vote(Communicator &c) noexcept;
    void after_vote(Communicator &c) noexcept;

    /// The program frees `c`: it is served until all survivors have freed it. Takes a reference.
    void part(Communicator &c) noexcept;

    /// Gives up those that all survivors have freed. Not for the progress engine.
    void release_parted() noexcept;

    /// Serves once, without waiting.
    void serve() noexcept;

    /// Serves once if there is anybody to serve. For the progress engine.
    int progress() noexcept;

  private:
    enum Kind : std::uint32_t { ask_for_state, state, fetch_entry, entry, voting };
    struct Header {
        std::uint32_t kind;
        std::uint32_t epoch;
        std::uint64_t name;   ///< of the communicator
        std::uint64_t number; ///< of an operation
        std::uint64_t token;  ///< of an inquiry; of `voting`: which vote of this epoch
    };
    struct Message {
        Header header;
        int source; ///< rank in mail_
        Bytes payload;
    };
    struct Outgoing {
        MPI_Request request;
        Bytes bytes;
    };
    struct Incoming {
        int source;
        MPI_Request request;
        Bytes bytes;
    };
    /// A vote joined from outside.
    struct Joined {
        Communicator *communicator;
        MPI_Request request;
        int ballot;
    };
    struct Answer {
        bool awaited = false;
        bool given = false;
        std::uint64_t number = 0;
        Bytes payload;
    };
    /// What this process is waiting for in one of its collectives.
    struct Inquiry;

    void post(int to, const Header &header, std::span<const std::byte> payload) noexcept;
    void post_to_member(Communicator &c, int rank, const Header &header) noexcept;
    void inquire(Inquiry &inquiry, Kind kind, std::uint64_t number, int only) noexcept;
    [[nodiscard]] bool is_waiting(Inquiry &inquiry) noexcept;
    void wait_for_answers(Inquiry &inquiry) noexcept;
    [[nodiscard]] bool enter_vote(Communicator &c) noexcept;
    void take_turn() noexcept;
    [[nodiscard]] int rank_of(Communicator &c, int source) noexcept;

    [[nodiscard]] Communicator *find(std::uint64_t name) noexcept;
    void receive() noexcept;
    void begin_receiving() noexcept;
    void take(int source, std::span<const std::byte> bytes) noexcept;
    void retry_deferred() noexcept;
    void advance() noexcept;
    [[nodiscard]] bool handle(Message &message) noexcept;
    void take_answer(Message &message) noexcept;
    [[nodiscard]] bool answer_state(Communicator &c, const Message &message) noexcept;
    [[nodiscard]] bool answer_fetch(Communicator &c, const Message &message) noexcept;
    [[nodiscard]] bool join_from_outside(Communicator &c, const Message &message) noexcept;

    Comm mail_;
    int acknowledged_ = 0; ///< failures, on mail_
    std::uint64_t tokens_ = 0;
    std::vector<Inquiry *> inquiries_;
    std::list<Message> deferred_;
    std::list<Incoming> incoming_;
    std::list<Outgoing> outgoing_;
    std::list<Joined> joined_;
    Partings partings_;
    Flag parts_; ///< there are partings
};

/// That of this process.
[[nodiscard]] RecoveryServer &recovery_server() noexcept;

/// This process will not use the working communicator of `c` again before it is repaired, and
/// nobody who is inside it waits for this process.
void freeze(Communicator &c) noexcept;

} // namespace closeranks
