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

/// A nonblocking collective: the blocking one, which goes on beside the program until it has ended,
/// and a generalized request that completes then.
struct Task {
    Function function;        ///< the call that has started it
    std::function<int()> run; ///< returns the program's code
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS; ///< once it has ended
    bool is_wrong = false;  ///< it has ended with an error of the program before it had to wait
};

/// Runs the pending nonblocking collectives of the program (docs/developers/nonblocking.md).
///
/// Those of one communicator run one after the other, in the order of their calls, which is the
/// same at all members. Each is the blocking collective with all its protection, on a stack of its
/// own: wherever it would wait, it lets the program go on, and whenever the program waits in the
/// MPI, or tests, the MPI's progress engine lets it go on. Under MPI_THREAD_MULTIPLE it has a
/// thread instead.
class NonblockingTasks {
  public:
    /// Puts `task` behind those that are pending on `c` and begins it if there is none.
    void start(Communicator &c, Task &task) noexcept;

    /// Waits until nothing is pending on `c`. Within a task: does nothing.
    void finish(Communicator &c) noexcept;

    /// How many tasks are pending on `c`; with `task`, one of them: how many up to that one.
    [[nodiscard]] std::size_t pending_on(const Communicator &c,
                                         const Task *task = nullptr) noexcept;

    /// Lets every first task of a communicator go on for a while. Within a task: lets the program
    /// go on. For the progress engine, and for our own waits.
    int progress() noexcept;

    /// To be called when nobody waits for the tasks any more that are pending, in MPI_Finalize:
    /// none goes on.
    void stop() noexcept;

    /// Keeps what the program frees as long as a task may use it (MPI 4.1, 5.1.9 and 6.9.7: freeing
    /// does not affect pending operations). False: nothing is pending, or it cannot be freed.
    [[nodiscard]] bool keep(MPI_Datatype type) noexcept;
    [[nodiscard]] bool keep(MPI_Op op) noexcept;

    /// Frees what was kept, if nothing is pending any more.
    void free_held() noexcept;

    /// Counts as pending what may start a task at any time (a persistent collective), until
    /// let_go().
    void hold() noexcept;
    void let_go() noexcept;

  private:
    /// The first task of a communicator, and those behind it.
    struct Line {
        std::unique_ptr<Fiber> fiber;
        std::uint32_t state;  ///< where the program is said to be (Entry)
        void *wait = nullptr; ///< where it has left off (OpenMpiWaits)
    };

    void begin_line(Communicator &c) noexcept;
    template <typename Step> void go_on(Line &line, Step step) noexcept;
    void collect_idle() noexcept;
    void work_off(Communicator &c) noexcept;

    std::vector<std::unique_ptr<Line>> lines_;
    std::vector<std::unique_ptr<Fiber>> idle_;
    Line *running_ = nullptr;
    bool driven_ = false; ///< by the progress engine

    int pending_ = 0; ///< tasks that the program waits for, and what may start some
    Mutex<LockRank::tasks>
        mutex_; ///< of everything here and of Communicator::tasks, with several threads
    Condition ended_;

    std::vector<MPI_Datatype> kept_types_;
    std::vector<MPI_Op> kept_ops_;
};

/// Those of this process.
[[nodiscard]] NonblockingTasks &nonblocking_tasks() noexcept;

/// NonblockingTasks::finish(), which most calls have no need of.
[[gnu::always_inline]] inline void finish_tasks(Communicator &c) noexcept {
    if (runtime().threads || !c.tasks.empty()) [[unlikely]]
        nonblocking_tasks().finish(c);
}

/// True within a task: errors of the program are raised when it completes its request.
[[nodiscard]] inline bool is_in_task() noexcept {
    return CallState::is_in_task(this_call.word.get());
}

/// The program has completed its request: returns the collective's code.
[[nodiscard]] int finish_task(Task *task) noexcept;

/// MPI_Type_free and MPI_Op_free, while collectives may be pending that use them.
[[nodiscard]] int free_type(MPI_Datatype *type) noexcept;
[[nodiscard]] int free_op(MPI_Op *op) noexcept;

} // namespace closeranks
