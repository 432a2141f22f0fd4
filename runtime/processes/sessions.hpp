#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <atomic>
#include <optional>

namespace closeranks {

/// MPI Sessions (MPI 4.1, 11.3) beside the world model or without it.
///
/// The first MPI_Session_init waits for all processes of the job (Quirk::session_init_waits). So
/// closeranks initialises the world model below the program there, and all is protected
/// as after MPI_Init. The program does not see it: until it calls MPI_Init itself, the world model
/// is not initialised, and MPI_Init then finds everything done.
///
/// A program may close all its sessions and open others. So the MPI ends, in the meeting of all
/// survivors that MPI_Finalize is, when the process calls exit(), returns from main or calls
/// quick_exit(); or in MPI_Finalize, where no session is open. Who exits with a session open, or
/// between MPI_Init and MPI_Finalize, leaves like one that is killed (runtime/core/exit_watch.hpp).
///
/// Thread safety: everything may run beside everything else.
class Sessions {
  public:
    /// MPI_Session_init, MPI_Session_finalize.
    [[nodiscard]] int open(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept;
    [[nodiscard]] int close(MPI_Session *session) noexcept;

    /// MPI_Init. True: the MPI has been initialised for a session, and nothing is left to be done.
    [[nodiscard]] bool begin_world_model() noexcept;

    /// MPI_Finalize. What it returns when the MPI has to go on, or cannot end; nothing: it ends
    /// now.
    [[nodiscard]] std::optional<int> end_world_model() noexcept;

    /// The process ends: so does the MPI, if nothing of the program is left to be ended before.
    void leave() noexcept;
    void end_if_over() noexcept; ///< to be called when something has been

    /// What the program is told.
    [[nodiscard]] bool hides_begin() const noexcept { return seen_ == WorldModel::unused; }
    [[nodiscard]] bool hides_rest() const noexcept { return seen_ == WorldModel::over; }

  private:
    /// As the program sees it.
    enum class WorldModel {
        as_it_is, ///< what the MPI itself says
        unused,   ///< initialised for sessions only
        over,     ///< finalised while sessions were open
    };

    [[nodiscard]] int prepare(MPI_Info info) noexcept;
    void warn_of_threads() noexcept;
    Mutex<LockRank::sessions> mutex_;
    std::atomic<WorldModel> seen_ = WorldModel::as_it_is;
    bool prepared_ = false;
    bool counts_ = false; ///< the MPI's end is ours to bring about
    bool leaving_ = false;
    bool warned_ = false;
    int open_ = 0;
};

/// Those of this process.
[[nodiscard]] Sessions &sessions() noexcept;

/// MPI_Session_init: initialises the MPI with all its protection when this is the first call. The
/// level of thread support is what the info key "thread_level" asks for, as in Open MPI.
[[nodiscard]] int init_session(MPI_Info info, MPI_Errhandler errhandler,
                               MPI_Session *session) noexcept;

/// MPI_Session_finalize. While the process ends, the last one ends the MPI.
[[nodiscard]] int finalize_session(MPI_Session *session) noexcept;

/// MPI_Group_from_session_pset: mpi://WORLD is the program's MPI_COMM_WORLD.
[[nodiscard]] int group_from_pset(MPI_Session session, const char *name, MPI_Group *group) noexcept;

/// MPI_Initialized and MPI_Finalized; libraries inside of the MPI that ask are told the truth.
[[nodiscard]] int is_initialized(int *flag) noexcept;
[[nodiscard]] int is_finalized(int *flag) noexcept;

} // namespace closeranks
