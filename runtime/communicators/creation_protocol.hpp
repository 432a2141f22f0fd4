#pragma once

#include "runtime/commit/recovery_server.hpp"
#include "runtime/commit/repair.hpp"
#include "runtime/commit/repair_callback.hpp"
#include "runtime/commit/vote.hpp"
#include "runtime/communicators/creation_parts.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/support/mix.hpp"

#include <cstdint>
#include <functional>

namespace closeranks {

/// The parts that all creations of communicators have in common.

/// Gives the child the program's error handler of the parent (MPI 4.1, 9.3).
void inherit_error_handler(MPI_Comm parent, MPI_Comm child) noexcept;

/// Ends the turn of a failed creation. Open MPI hands out context ids to the oldest communicator
/// first, and may not take back the turn of one whose duplication failed (Quirk::turn,
/// ompi_comm_cid_lowest_id in comm_cid.c). Then every later shrink of a younger communicator waits
/// for ever. The handle is older than the working communicator, and a shrink of the handle ends its
/// turn. Collective over the survivors of `parent`.
void finish_context_ids(Communicator &parent) noexcept;

/// Takes the parts of a committed creation into protection.
Communicator *protect(Parts parts, Numbering numbering) noexcept;

/// Attempts a creation until all survivors of the parent agree that it completed; then counts it.
/// `attempt()` returns a type Made of its own. Made knows whether it completed(working), and is
/// given a name for the new communicator (Identity::global_id). Its destructor discards the
/// parts that it holds. A process that gives up an attempt ensures that no process waits for it,
/// except on the parent's working communicator.
template <typename Made, typename Attempt>
[[nodiscard]] Made create_agreed(Communicator &parent, Attempt attempt) noexcept {
    finish_tasks(parent);
    const InCall in_call(parent.collectives);
    const Function function = creating_function();
    const CollectiveWait wait{
        {&parent, function, Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
        parent.sequence.get() + 1,
        CollectiveWait::everybody};
    const WaitScope scope(wait);
    const std::uint32_t epoch = parent.collectives.epoch().get();
    for (;;) {
        Made made = attempt();
        const bool completed = made.completed(parent.working);
        Breakage breakage{.function = function};
        if (!completed) {
            freeze(parent);
            breakage.voted = real.Wtime();
        }
        const Verdict verdict = vote(parent, completed);
        if (verdict == Verdict::commit) {
            const std::uint64_t number = parent.count();
            parent.log.cut(number + 1);
            made.give_name(mix(parent.identity.global_id(), number));
            if (parent.collectives.epoch().get() != epoch) {
                runtime().report.redone(function, parent.identity.local_id());
                repair_callback().call(parent);
            }
            return made;
        }
        made = Made{};
        if (verdict == Verdict::again) continue;
        finish_context_ids(parent);
        repair(parent, breakage);
    }
}

/// Waits for all survivors of `c`. If `at_loss` only asks for a redo, the code is MPI_SUCCESS;
/// otherwise see go_without_repair().
[[nodiscard]] int meet(Function function, Communicator &c, AtLoss at_loss = AtLoss::redo) noexcept;

/// Called when the program frees `c`. True: the handle stays until the pending duplications of `c`
/// have ended. Then they free it, and that of its intercommunicator.
[[nodiscard]] bool keeps_handle(Communicator &c) noexcept;

/// Frees the handle alone; local.
void free_handle(Communicator &c) noexcept;

/// Frees the program's handle and the library's state of `c`; local.
[[nodiscard]] int forget(Communicator &c, MPI_Comm *comm) noexcept;

/// Starts `create`, which makes a communicator of all survivors of `c`, in the background. It
/// begins when all members have called. Open MPI gives context ids to one creation at a time. So a
/// creation that waited for other members would keep this process out of those that they make
/// first.
[[nodiscard]] int start_creation(Function function, Communicator &c, MPI_Request *request,
                                 std::function<int()> create) noexcept;

/// Starts `duplicate(make)` in the background. `make` duplicates with the hints `info`, which the
/// program may free at once.
template <typename Duplicate>
[[nodiscard]] int start_with_info(Communicator &c, MPI_Info info, MPI_Request *request,
                                  Duplicate duplicate) noexcept {
    MPI_Info own = MPI_INFO_NULL; // allowed as an argument, but cannot be duplicated
    if (const int code = info == MPI_INFO_NULL ? MPI_SUCCESS : real.Info_dup(info, &own);
        code != MPI_SUCCESS)
        return c.raise(code);
    return start_creation(Entry::function(), c, request, [duplicate, own] {
        const auto make = [own](MPI_Comm from, MPI_Comm *made) {
            return real.Comm_dup_with_info(from, own, made);
        };
        const int outcome = duplicate(make);
        if (MPI_Info used = own; used != MPI_INFO_NULL) static_cast<void>(real.Info_free(&used));
        return outcome;
    });
}

} // namespace closeranks
