#include "runtime/commit/vote.hpp"

#include "runtime/commit/batch.hpp"
#include "runtime/commit/recovery_server.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/run/policy.hpp"

#include <chrono>
#include <thread>

namespace closeranks {

namespace {

/// An attempt fails as soon as another thread, which is noticing a failure, has marked the process
/// as failed (ompi_errhandler_proc_failed_internal). The agreement asks the list of failed
/// processes, which that thread changes last. Without the wait the agreement may succeed, and the
/// failure would count as the program's error. A process whose attempt failed because of a
/// revocation may not know of any failure: hence the limit.
void await_known_failure(const Communicator &c) noexcept {
    constexpr std::chrono::milliseconds limit{100};
    const auto begin = std::chrono::steady_clock::now();
    do {
        if (c.working.failed() != 0) return;
        int unused = 0; // lets the MPI hear of it
        static_cast<void>(real.Iprobe(number_of(c.message_ranks.live(c.rank)), 0, c.messages.get(),
                                      &unused, MPI_STATUS_IGNORE));
        std::this_thread::yield();
    } while (std::chrono::steady_clock::now() - begin < limit);
}

/// For several threads. When a message of an agreement arrives while another thread is entering
/// one, the MPI may overwrite its flag with a pointer. Then members may get different flags
/// (Quirk::deferred_message, era_bounce_event_t in coll_ftagree_earlyreturning.c: the message is
/// copied over the fields behind it). The error code is in the part that survives, and says as
/// much: an attempt fails only if a member knows of a failure, and then the code tells all members.
Verdict vote_by_code(Communicator &c, bool completed) noexcept {
    if (!completed) await_known_failure(c);
    int unused = 1;
    return c.working.agree(&unused) == MPI_SUCCESS ? Verdict::commit : Verdict::redo;
}

Verdict vote_by_number(Communicator &c, bool completed, AtLoss at_loss,
                       MemberAhead ahead) noexcept {
    // Under the agreed commit all members are always at the same operation, and no member serves.
    const bool serves = runtime().optimistic;
    if (serves) recovery_server().before_vote(c, ahead);
    const Ballot ballot(serves ? c.sequence.get() : 0, completed, at_loss,
                        serves && can_lead_batch(c));
    int flag = ballot.flag();
    const int code = c.working.agree(&flag);
    if (serves) recovery_server().after_vote(c);
    const Verdict verdict = ballot.verdict(flag, code);
    c.collectives.set_leads_batch(Ballot::is_batch(flag, code));
    if (verdict == Verdict::raise && !c.has_missing()) await_known_failure(c);
    return verdict;
}

[[gnu::always_inline]] inline Verdict agree(Communicator &c, bool completed, AtLoss at_loss,
                                            MemberAhead ahead) noexcept {
    if (votes_have_numbers(c)) [[likely]]
        return vote_by_number(c, completed, at_loss, ahead);
    c.collectives.set_leads_batch(false);
    return vote_by_code(c, completed);
}

} // namespace

Verdict vote(Communicator &c, bool completed, AtLoss at_loss, MemberAhead ahead) noexcept {
    if (!runtime().optimistic) // the wait is published already
        return agree(c, completed, at_loss, ahead);
    // All survivors have to come, even if the operation itself needs only a failed root.
    const CollectiveWait wait{{&c, CallState::function_of(this_call.word.get()),
                               Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
                              c.sequence.get() + 1,
                              CollectiveWait::everybody};
    const WaitScope scope(wait);
    return agree(c, completed, at_loss, ahead);
}

} // namespace closeranks
