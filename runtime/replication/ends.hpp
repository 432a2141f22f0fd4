#pragma once

namespace closeranks::replication {

/// Ends all processes of the job, this one first, with exit status `code` as mpirun sees it. `why`:
/// the reason if it is the library's: "rank 3 has lost its last process". Several processes may
/// call it at once.
[[noreturn]] void end_job(int code, const char *why = "") noexcept;

/// The same for an error of the program, with a line on stderr; printf-like. Of several processes
/// that come here, mostly one says it, because the others have been ended meanwhile.
[[noreturn, gnu::format(printf, 1, 2)]] void end_job_for_error(const char *format, ...) noexcept;

/// From now on an exit without MPI_Finalize counts as a failure: by exit(), the return from main,
/// quick_exit(), _exit() and _Exit().
void watch_exits() noexcept;

/// Has `function` called by exit() and the return from main, where that counts as a failure: in the
/// thread that exits, after the program's own handlers.
void call_before_exit(void (*function)()) noexcept;

/// From now on an exit is an ordinary one.
void expect_exit() noexcept;

/// The end of the process in _exit() and quick_exit().
[[noreturn]] void leave_now(int status) noexcept;
[[noreturn]] void leave_quickly(int status) noexcept;

} // namespace closeranks::replication
