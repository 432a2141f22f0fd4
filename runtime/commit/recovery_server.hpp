#pragma once

#include "runtime/commit/ballot.hpp"
#include "runtime/commit/parting.hpp"
#include "runtime/commit/recovery_mail.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/published.hpp"

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace closeranks {

class Communicator;

/// The service that members of a communicator give each other after a failure under the optimistic
/// commit (docs/developers/commit.md). They ask which operations others have completed, hand over
/// data from the log, and join votes from outside.
///
/// The MPI's progress engine serves requests, so a process that waits in any MPI call serves. Until
/// a process has failed, nothing is sent, and only one number is read. After a failure each member
/// asks and tells a few others (RecoveryMail::correspondents). So in a repair each member sends at
/// most a multiple of log2(s) messages, except the root that fetches contributions.
///
/// Thread safety: each function takes a RecoveryTurn for as long as it does not wait.
class RecoveryServer {
  public:
    using Bytes = RecoveryMail::Bytes;

    /// Starts serving. `services`: Runtime::services.
    void start(MPI_Comm services) noexcept;

    /// Stops serving. Called by all processes, when none needs the service any more.
    void stop() noexcept;

    /// Looks for a survivor (application rank) that has completed more of `c` than this process,
    /// and is frozen. Finds it if one of the asked members knows one. Waits for the next MPI call
    /// of the members that it asks.
    [[nodiscard]] std::optional<int> ask(Communicator &c) noexcept;

    /// Fetches the data of operation `number` that application rank `from` has kept for this
    /// process; waits until `from` has completed the operation. False: `from` has failed.
    [[nodiscard]] bool fetch(Communicator &c, int from, std::uint64_t number, Bytes &into) noexcept;

    /// The data of operation `number` that all survivors have kept for this process, by application
    /// rank; empty for lost ranks. Waits for all survivors to complete the operation.
    [[nodiscard]] std::vector<Bytes> collect(Communicator &c, std::uint64_t number) noexcept;

    /// Called around a vote on `c`, under the optimistic commit and unless `c` spans worlds. Ends a
    /// vote that was joined from outside, and tells the other members if one may be ahead.
    void before_vote(Communicator &c, MemberAhead ahead) noexcept;
    void after_vote(Communicator &c) noexcept;

    /// True while a vote on `c` that was joined from outside has not ended.
    [[nodiscard]] bool has_joined(const Communicator &c) const noexcept;

    [[nodiscard]] bool have_same_members(Communicator &a, Communicator &b) noexcept {
        return mail_.is_open() && mail_.ranks_in(a) == mail_.ranks_in(b);
    }

    /// The program frees `c`: the free is deferred, and `c` is served until all survivors have
    /// freed it. Takes a reference.
    void part(Communicator &c) noexcept;

    /// Gives up communicators that all survivors have freed. Must not be called by the progress
    /// engine.
    void release_parted() noexcept;

    /// A communicator was given up, perhaps before any failure is known. From now on this process
    /// serves.
    void begin_to_serve() noexcept { has_begun_ = true; }

    /// Serves once, without waiting.
    void serve() noexcept;

    /// Serves once if a process may need it. Called by the progress engine, in every wait: so it
    /// costs a few instructions while no process has failed.
    [[gnu::always_inline]] inline void progress() noexcept {
        const bool serves = FailedProcesses::count() != 0 || has_begun_;
        if (serves || parts_) [[unlikely]]
            take_part(serves);
    }

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
        int rank; ///< the application rank for which it is sent
        bool awaited = true;
        bool given = false;
        std::uint64_t number = 0;
        Bytes payload{};
    };
    /// The answers for which this process waits in one of its collectives.
    struct Inquiry;

    void inquire(Inquiry &inquiry, Kind kind, std::uint64_t number) noexcept;
    [[nodiscard]] bool is_waiting(Inquiry &inquiry) noexcept;
    void wait_for_answers(Inquiry &inquiry) noexcept;
    [[nodiscard]] bool enter_vote(Communicator &c, MemberAhead ahead) noexcept;
    void take_turn() noexcept;
    [[gnu::cold]] void take_part(bool serves) noexcept;

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
    [[nodiscard]] bool is_in_vote(const Communicator &c) const noexcept;
    [[nodiscard]] bool join_from_outside(Communicator &c, const Letter &letter) noexcept;

    RecoveryMail mail_;
    std::uint64_t tokens_ = 0;
    std::vector<Inquiry *> inquiries_;
    std::list<Letter> deferred_;
    std::list<Joined> joined_;
    Partings partings_;
    Flag parts_;     ///< frees are deferred
    Flag has_begun_; ///< begin_to_serve
};

/// The recovery server of this process.
[[nodiscard]] RecoveryServer &recovery_server() noexcept;

/// From now on this process does not use the working communicator of `c` before it is repaired. No
/// member inside it waits for this process.
void freeze(Communicator &c) noexcept;

} // namespace closeranks
