#pragma once

#include "generated/tables/functions.hpp"

#include <string>

namespace closeranks {

/// Makes a rank that leaves without MPI_Finalize noticed like a killed one, whatever its status:
/// the others are not told of exit(1) (Quirk::exit_unnoticed), and would wait for ever. The rank
/// writes its record, flushes what it printed, and kills itself with SIGKILL. Without MPI_Init,
/// that is a rank that leaves with a session open (runtime/processes/sessions.hpp).
///
/// Seen are exit(), the return from main, quick_exit(), _exit() and _Exit(); not a bare system
/// call. Children made by fork are not concerned.
///
/// It also makes MPI_Abort and fatal error handlers end the program: under `mpirun --with-ft ulfm`
/// they end only the caller, unnoticed by the others (Quirk::abort_ends_caller).

/// From now on leaving is dying. Called when a run has been protected, in MPI_Init or below a first
/// session.
void watch_exits() noexcept;

/// From now on leaving is just that. Called when the MPI ends.
void expect_exit() noexcept;

/// Whether leaving is dying now.
[[nodiscard]] bool exits_are_watched() noexcept;

/// True for the first thread that is about to leave_because() while exits are watched: it must do
/// so, and the others must not.
[[nodiscard]] bool begin_to_leave() noexcept;

/// Leaves as by exit(status), and tells `why`: "left with rank 2: ...". May be called on any
/// thread.
[[noreturn]] void leave_because(int status, const std::string &why) noexcept;

/// Leaves without MPI_Finalize, as by exit(status): the others lose this rank.
[[noreturn]] void die(int status) noexcept;

/// Ends this process, which is on its way to the resume point: it is alone there in `function`, for
/// the others are there already, and would wait for them for ever.
[[noreturn, gnu::cold]] void came_too_early(Function function) noexcept;

/// For a spawned process in MPI_Init: while `on`, an MPI that gives up there ends this process
/// alone and quietly. A death has broken off the spawn, and the parents' survivors start others.
void excuse_abort(bool on) noexcept;

/// Ends this process if its abort is excused.
void end_if_excused() noexcept;

/// When this process does what only one should, and each may begin: its rank, but no later than the
/// last turn, which is that of a spare, too: it has no rank.
[[nodiscard]] int own_turn() noexcept;

/// Tells records and the keeper that this process ends the program. `why`: as below.
void note_end(int code, const std::string &why = {}) noexcept;

/// Ends all processes of the program with exit status `code` as mpirun sees it, and this one first
/// of all. Safe to call on several ranks at once. `why`: what the report is to say, where no record
/// of the caller says it yet.
[[noreturn]] void end_program(int code, const std::string &why = {}) noexcept;

} // namespace closeranks
