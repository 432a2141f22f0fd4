#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <atomic>
#include <optional>

namespace closeranks {

/// MPI Sessions (MPI 4.1, 11.3) beside the world model or without it.
///
/// The first MPI_Session_init waits for all processes of the job (Quirk::session_init_waits). There
/// the library initialises the world model below the program, so that all calls are protected as
/// after MPI_Init. The program does not see it: until the program calls MPI_Init itself, the world
/// model counts as not initialised. MPI_Init then has nothing left to do.
///
/// A program may close all its sessions and open others. So the MPI ends, with all survivors as in
/// MPI_Finalize, when the process calls exit(), returns from main or calls quick_exit(). It ends in
/// MPI_Finalize if no session is open. A process that exits with a session open, or between
/// MPI_Init and MPI_Finalize, counts as failed (runtime/core/exit_watch.hpp).
///
/// Thread safety: all functions may run at the same time as all others.
class Sessions {
  public:
    /// MPI_Session_init, MPI_Session_finalize.
    [[nodiscard]] int open(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept;
    [[nodiscard]] int close(MPI_Session *session) noexcept;

    /// MPI_Init. True: the MPI has been initialised for a session, and there is nothing left to do.
    [[nodiscard]] bool begin_world_model() noexcept;

    /// MPI_Finalize. Returns its code when the MPI has to continue, or cannot end; nothing: the MPI
    /// ends now.
    [[nodiscard]] std::optional<int> end_world_model() noexcept;

    /// The process ends: the MPI ends too, if nothing of the program has to end before.
    void leave() noexcept;
    void end_if_over() noexcept; ///< called after a session or the world model has ended

    /// The state that MPI_Initialized and MPI_Finalized report to the program.
    [[nodiscard]] bool hides_begin() const noexcept { return seen_ == WorldModel::unused; }
    [[nodiscard]] bool hides_rest() const noexcept { return seen_ == WorldModel::over; }

  private:
    /// The world model as the program sees it.
    enum class WorldModel {
        as_it_is, ///< as the MPI itself reports
        unused,   ///< initialised for sessions only
        over,     ///< finalised while sessions were open
    };

    [[nodiscard]] int prepare(MPI_Info info) noexcept;
    void warn_of_threads() noexcept;
    Mutex<LockRank::sessions> mutex_;
    std::atomic<WorldModel> seen_ = WorldModel::as_it_is;
    bool prepared_ = false;
    bool counts_ = false; ///< the library has to end the MPI
    bool leaving_ = false;
    bool warned_ = false;
    int open_ = 0;
};

/// The sessions of this process.
[[nodiscard]] Sessions &sessions() noexcept;

/// MPI_Session_init: initialises the MPI with all its protection when this is the first call. The
/// info key "thread_level" asks for the level of thread support, as in Open MPI.
[[nodiscard]] int init_session(MPI_Info info, MPI_Errhandler errhandler,
                               MPI_Session *session) noexcept;

/// MPI_Session_finalize. While the process ends, the last session ends the MPI.
[[nodiscard]] int finalize_session(MPI_Session *session) noexcept;

/// MPI_Group_from_session_pset: mpi://WORLD is the program's MPI_COMM_WORLD.
[[nodiscard]] int group_from_pset(MPI_Session session, const char *name, MPI_Group *group) noexcept;

/// MPI_Initialized and MPI_Finalized; libraries inside the MPI get the MPI's own answer.
[[nodiscard]] int is_initialized(int *flag) noexcept;
[[nodiscard]] int is_finalized(int *flag) noexcept;

} // namespace closeranks
