#pragma once

namespace closeranks::replication {

/// Ends all processes of the job with exit status `code` as mpirun sees it, and this one first of
/// all, for the reason `why` if it is ours: "rank 3 has lost its last process". Safe to call in
/// several processes at once.
[[noreturn]] void end_job(int code, const char *why = "") noexcept;

/// From now on leaving without MPI_Finalize is dying: by exit(), the return from main,
/// quick_exit(), _exit() and _Exit().
void watch_exits() noexcept;

/// From now on leaving is just that.
void expect_exit() noexcept;

/// What _exit() and quick_exit() do.
[[noreturn]] void leave_now(int status) noexcept;
[[noreturn]] void leave_quickly(int status) noexcept;

} // namespace closeranks::replication
