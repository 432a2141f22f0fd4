#pragma once

#include "generated/tables/functions.hpp"

#include <string>

namespace closeranks {

/// Makes the exit of a rank without MPI_Finalize noticed like a killed rank, whatever its status.
/// The MPI does not tell the other ranks of exit(1) (Quirk::exit_unnoticed), so they would wait for
/// ever. The rank writes its record, flushes its output, and kills itself with SIGKILL. Without
/// MPI_Init, the same holds for a rank that exits with a session open
/// (runtime/processes/sessions.hpp).
///
/// The watch sees exit(), the return from main, quick_exit(), _exit() and _Exit(), but not a bare
/// system call. It ignores children made by fork.
///
/// The watch also makes MPI_Abort and fatal error handlers end the program. Under `mpirun --with-ft
/// ulfm` they end only the caller, unnoticed by the other ranks (Quirk::abort_ends_caller).

/// From now on an exit counts as a failure. Called when a run has been protected, in MPI_Init or
/// with a first session.
void watch_exits() noexcept;

/// From now on an exit is an ordinary one. Called when the MPI ends.
void expect_exit() noexcept;

/// True while an exit counts as a failure.
[[nodiscard]] bool exits_are_watched() noexcept;

/// True for the first thread that is about to call leave_because() while exits are watched. That
/// thread must call it, and the other threads must not.
[[nodiscard]] bool begin_to_leave() noexcept;

/// Ends this process as exit(status) does, and records `why`: "ended with rank 2: ...". May be
/// called on any thread.
[[noreturn]] void leave_because(int status, const std::string &why) noexcept;

/// Ends this process without MPI_Finalize, as exit(status) does: the other processes lose this
/// rank.
[[noreturn]] void die(int status) noexcept;

/// For a spawned process in MPI_Init. While `on`, an MPI that gives up there ends this process
/// alone and without a message. A failure has broken off the spawn, and the survivors among the
/// parents start other processes.
void excuse_abort(bool on) noexcept;

/// Ends this process if its abort is excused.
void end_if_excused() noexcept;

/// The turn of this process for an action that only one process should take but each may begin. It
/// is the rank, at most the last turn. A spare has no rank and takes the last turn.
[[nodiscard]] int own_turn() noexcept;

/// Tells the records and the keeper that this process ends the program. `why`: as for
/// end_program().
void note_end(int code, const std::string &why = {}) noexcept;

/// Ends all processes of the program, this one first, with exit status `code` as mpirun sees it.
/// Several ranks may call it at once. `why`: the cause for the report, if no record of the caller
/// has it yet.
[[noreturn]] void end_program(int code, const std::string &why = {}) noexcept;

} // namespace closeranks
