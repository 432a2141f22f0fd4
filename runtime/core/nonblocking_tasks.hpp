#pragma once

#include "runtime/core/call_state.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/fiber.hpp"
#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace closeranks {

/// A nonblocking collective. It is the blocking collective, which runs beside the program until it
/// has ended, and a generalized request that completes then.
struct Task {
    Function function;        ///< the call that has started it
    std::function<int()> run; ///< returns the program's code
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS; ///< once it has ended
    /// The task has ended with an error of the program before it had to wait.
    bool is_wrong = false;
};

/// Runs the pending nonblocking collectives of the program (docs/developers/nonblocking.md).
///
/// The tasks of one communicator run one after the other, in the order of their calls, which is the
/// same at all members. Each task is the blocking collective with all its protection, on a stack of
/// its own. Where the collective would wait, it switches to the program. Whenever the program waits
/// in the MPI, or tests, the MPI's progress engine switches to the task. Under MPI_THREAD_MULTIPLE
/// a task has a thread instead.
class NonblockingTasks {
  public:
    /// Queues `task` behind the tasks that are pending on `c`, and begins it if there is none.
    void start(Communicator &c, Task &task) noexcept;

    /// Waits until no task is pending on `c`. Within a task: does nothing.
    void finish(Communicator &c) noexcept;

    /// The number of tasks that are pending on `c`. With `task`, one of them: the number up to that
    /// one.
    [[nodiscard]] std::size_t pending_on(const Communicator &c,
                                         const Task *task = nullptr) noexcept;

    /// Lets the first task of each communicator run for a while. Within a task: lets the program
    /// run. Called by the progress engine, and by the library's own waits.
    int progress() noexcept;

    /// Stops all tasks. Called in MPI_Finalize, when the program can no longer wait for pending
    /// tasks.
    void stop() noexcept;

    /// Keeps an object that the program frees as long as a task may use it (MPI 4.1, 5.1.9 and
    /// 6.9.7: freeing does not affect pending operations). False: no task is pending, or the object
    /// cannot be freed.
    [[nodiscard]] bool keep(MPI_Datatype type) noexcept;
    [[nodiscard]] bool keep(MPI_Op op) noexcept;

    /// Frees the kept objects, if no task is pending any more.
    void free_held() noexcept;

    /// Counts as pending an object that may start a task at any time (a persistent collective),
    /// until let_go().
    void hold() noexcept;
    void let_go() noexcept;

  private:
    /// The first task of a communicator, and the tasks behind it.
    struct Line {
        std::unique_ptr<Fiber> fiber;
        std::uint32_t state;  ///< the task's call state (Entry)
        void *wait = nullptr; ///< the wait in which the task has stopped (OpenMpiWaits)
    };

    void begin_line(Communicator &c) noexcept;
    template <typename Step> void go_on(Line &line, Step step) noexcept;
    void collect_idle() noexcept;
    void work_off(Communicator &c) noexcept;

    std::vector<std::unique_ptr<Line>> lines_;
    std::vector<std::unique_ptr<Fiber>> idle_;
    Line *running_ = nullptr;
    bool driven_ = false; ///< true if the progress engine runs the tasks

    int pending_ = 0; ///< tasks for which the program waits, and objects that may start tasks
    Mutex<LockRank::tasks>
        mutex_; ///< protects this object and Communicator::tasks, with several threads
    Condition ended_;

    std::vector<MPI_Datatype> kept_types_;
    std::vector<MPI_Op> kept_ops_;
};

/// The nonblocking tasks of this process.
[[nodiscard]] NonblockingTasks &nonblocking_tasks() noexcept;

/// NonblockingTasks::finish(), inlined because most calls have no pending task.
[[gnu::always_inline]] inline void finish_tasks(Communicator &c) noexcept {
    if (runtime().threads || !c.tasks.empty()) [[unlikely]]
        nonblocking_tasks().finish(c);
}

/// True within a task: the call that completes the task's request raises errors of the program.
[[nodiscard]] inline bool is_in_task() noexcept {
    return CallState::is_in_task(this_call.word.get());
}

/// The program has completed its request: returns the collective's code.
[[nodiscard]] int finish_task(Task *task) noexcept;

/// MPI_Type_free and MPI_Op_free, while collectives may be pending that use them.
[[nodiscard]] int free_type(MPI_Datatype *type) noexcept;
[[nodiscard]] int free_op(MPI_Op *op) noexcept;

} // namespace closeranks
