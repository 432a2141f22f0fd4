#pragma once

#include "runtime/commit/parting.hpp"
#include "runtime/commit/recovery_mail.hpp"
#include "runtime/support/published.hpp"

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace closeranks {

class Communicator;

/// What members of a communicator do for each other after a failure under the optimistic commit
/// (docs/developers/commit.md): asking who has completed what, handing over what is in the log, and
/// joining votes from outside.
///
/// Requests are served from the MPI's progress engine, so whoever waits in any MPI call serves.
/// Nothing is sent, and nothing looked at but one number, until a process has failed. Then each
/// member asks and tells a few others (RecoveryMail::correspondents), so that a repair costs nobody
/// more than a multiple of log2(s) letters; but the root that fetches contributions.
///
/// Thread safety: each function takes a RecoveryTurn for as long as it does not wait.
class RecoveryServer {
  public:
    using Bytes = RecoveryMail::Bytes;

    /// Starts serving. `services`: Runtime::services.
    void start(MPI_Comm services) noexcept;

    /// Stops; collective in the sense that nobody needs it any more.
    void stop() noexcept;

    /// A survivor (application rank) that has completed more of `c` than this process, and is
    /// frozen, if it asks one that has. Waits for the next MPI call of those that it asks.
    [[nodiscard]] std::optional<int> ask(Communicator &c) noexcept;

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

    /// A communicator was given up, which may be so before anybody is known to have failed: from
    /// now on this process serves.
    void begin_to_serve() noexcept { has_begun_ = true; }

    /// Serves once, without waiting.
    void serve() noexcept;

    /// Serves once if there is anybody to serve. For the progress engine.
    int progress() noexcept;

  private:
    using Header = RecoveryMail::Header;
    using Letter = RecoveryMail::Letter;
    using Kind = RecoveryMail::Kind;
    /// A vote joined from outside.
    struct Joined {
        Communicator *communicator;
        MPI_Request request;
        int ballot;
    };
    struct Answer {
        int rank; ///< whose: application rank
        bool awaited = true;
        bool given = false;
        std::uint64_t number = 0;
        Bytes payload{};
    };
    /// What this process is waiting for in one of its collectives.
    struct Inquiry;

    void inquire(Inquiry &inquiry, Kind kind, std::uint64_t number) noexcept;
    [[nodiscard]] bool is_waiting(Inquiry &inquiry) noexcept;
    void wait_for_answers(Inquiry &inquiry) noexcept;
    [[nodiscard]] bool enter_vote(Communicator &c) noexcept;
    void take_turn() noexcept;

    template <typename Act> void for_each_served(Act act) noexcept;
    [[nodiscard]] Communicator *find(std::uint64_t name) noexcept;
    void receive() noexcept;
    void retry_deferred() noexcept;
    void advance() noexcept;
    [[nodiscard]] bool handle(Letter &letter) noexcept;
    void take_answer(Letter &letter) noexcept;
    [[nodiscard]] bool answer_state(Communicator &c, const Letter &letter) noexcept;
    [[nodiscard]] bool answer_fetch(Communicator &c, const Letter &letter) noexcept;
    void hear_of_vote(Communicator &c, std::uint32_t vote, std::uint64_t number) noexcept;
    void tell_of_vote(Communicator &c) noexcept;
    [[nodiscard]] bool has_joined(const Communicator &c) const noexcept;
    [[nodiscard]] bool is_in_vote(const Communicator &c) const noexcept;
    [[nodiscard]] bool join_from_outside(Communicator &c, const Letter &letter) noexcept;

    RecoveryMail mail_;
    std::uint64_t tokens_ = 0;
    std::vector<Inquiry *> inquiries_;
    std::list<Letter> deferred_;
    std::list<Joined> joined_;
    Partings partings_;
    Flag parts_;     ///< there are partings
    Flag has_begun_; ///< begin_to_serve
};

/// That of this process.
[[nodiscard]] RecoveryServer &recovery_server() noexcept;

/// This process will not use the working communicator of `c` again before it is repaired, and
/// nobody who is inside it waits for this process.
void freeze(Communicator &c) noexcept;

} // namespace closeranks
