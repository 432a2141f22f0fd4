#pragma once

#include "runtime/core/abandoned_receives.hpp"
#include "runtime/core/collective_state.hpp"
#include "runtime/core/creation_record.hpp"
#include "runtime/core/identity.hpp"
#include "runtime/core/layout.hpp"
#include "runtime/core/lifetime.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/obstacles.hpp"
#include "runtime/core/pace.hpp"
#include "runtime/core/working_comm.hpp"
#include "runtime/run/policy.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/published.hpp"
#include "runtime/support/rank_map.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace closeranks {

struct Task;

/// The state of one communicator of the program.
///
/// Three real communicators stand behind it:
/// - `identity.handle()`: the communicator that the program holds. It carries the program's
///   attributes, name, info, topology and error handler. Only local calls run on it, and the dup
///   that must run attribute callbacks. Nothing is sent on it, so no failure can raise the
///   program's error handler.
/// - `messages`: point-to-point messages run on it. It is never revoked or shrunk, so a repair does
///   not disturb messages between survivors.
/// - `working`: collectives run on it; it is repaired after failures.
///
/// Point-to-point and collectives are separate, because a collective that a failure broke would
/// lose later messages (Quirk::poisoned_messages, docs/developers/design.md).
class alignas(64) Communicator {
  public:
    // The members that collectives on the fast path and messages read come first: two cache lines.
    WorkingComm working;
    Log log;
    Pace pace;
    Published<std::uint64_t> sequence{0}; ///< collectives completed so far
    int size = 0;                         ///< the program's view
    int rank = 0;                         ///< the program's view
    int failures_seen = 0; ///< failed processes when the working communicator was last complete
    Obstacles obstacles;   ///< reasons against the fast path of collectives
    FastAttempt fast;      ///< true while this process is on that path
    /// The policies that the program set for this communicator or for one from which it was made;
    /// otherwise the policies of the run.
    std::atomic<const LossPolicies *> current_policies{policies_of_the_run()};
    Comm messages;

    Layout layout;                        ///< where its collectives run
    RankMap message_ranks;                ///< application rank -> rank in `messages`; never changes
    AbandonedReceives abandoned_receives; ///< receives on `messages`, by application rank
    Identity identity; ///< what the program holds and sees; not where its operations run

    /// A communicator with the same members, for calls of the program that are not protected.
    [[nodiscard]] MPI_Comm unprotected() const noexcept {
        const MPI_Comm holder = identity.attribute_holder();
        return holder != MPI_COMM_NULL ? holder : working.run([](MPI_Comm all) { return all; });
    }

    CreationRecord creation; ///< how it was made, for recoveries

    /// Application rank -> rank in `working`; changes at each repair. The thread of the collective
    /// that repairs replaces the map, while other threads look up lost ranks in it for their
    /// messages.
    Versioned<RankMap> working_ranks;

    CollectiveState collectives; ///< the state of the commit (docs/developers/commit.md)
    CommitMessages commit_messages;
    std::deque<Task *> tasks; ///< nonblocking collectives that have not ended, in order
    Lifetime lifetime;

    /// One more collective is complete: returns its number.
    std::uint64_t count() noexcept {
        sequence.set(sequence.get() + 1);
        return sequence.get();
    }

    /// True when the working communicator lacks application ranks.
    [[nodiscard]] bool has_missing() const noexcept { return !working_ranks->is_identity(); }

    /// Application ranks that the working communicator lacks.
    [[nodiscard]] int absent() const noexcept {
        const RankMap &ranks = *working_ranks;
        return ranks.is_identity() ? 0 : size - static_cast<int>(ranks.survivors().size());
    }

    [[nodiscard]] bool is_internal() const noexcept { return creation.use() != Use::program; }

    /// The program's communicator: for a part that the library made, its parent.
    [[nodiscard]] const Communicator &of_program() const noexcept {
        return layout.is_part() ? *layout.parent() : *this;
    }

    /// The handle that the program has: of the joint communicator, that of its intercommunicator
    /// (core/intercommunicator.cpp). MPI_COMM_NULL after the program has freed it.
    [[nodiscard]] MPI_Comm handle_of_program() const noexcept;

    /// Raises the program's error handler on the program's communicator with a genuine error
    /// (invariant I6, docs/developers/design.md) and returns what the call has to return.
    [[nodiscard]] int raise(int code) noexcept;

  private:
    [[nodiscard]] static const LossPolicies *policies_of_the_run() noexcept;
};

/// For release(): destroys `c` after the last reference is given up (core/intercommunicator.cpp for
/// the joint communicator of an intercommunicator).
void destroy(Communicator &c) noexcept;

/// Gives up one reference. The last one frees the library's own communicators (a local operation in
/// Open MPI) and the object. The program's handle is not touched.
inline void release(Communicator &c) noexcept {
    if (c.lifetime.drop()) [[unlikely]]
        destroy(c);
}

} // namespace closeranks
