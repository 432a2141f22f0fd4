#include "runtime/core/nonblocking_tasks.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/openmpi/waits.hpp"
#include "runtime/support/kept_datatype.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

int progress_background() { return nonblocking_tasks().progress(); }

/// A wait may have missed a failure while another wait was in its place.
void wake_after_failures() noexcept {
    if (runtime().progresses && FailedProcesses::count() != 0) open_mpi_waits().wake();
}

bool is_predefined_operation(MPI_Op op) noexcept {
    const std::array all{MPI_OP_NULL, MPI_MAX,    MPI_MIN,    MPI_SUM,     MPI_PROD,
                         MPI_LAND,    MPI_BAND,   MPI_LOR,    MPI_BOR,     MPI_LXOR,
                         MPI_BXOR,    MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP};
    return std::find(all.begin(), all.end(), op) != all.end();
}

} // namespace

NonblockingTasks &nonblocking_tasks() noexcept {
    static NeverDestroyed<NonblockingTasks> of_this_process;
    return of_this_process.value;
}

void NonblockingTasks::start(Communicator &c, Task &task) noexcept {
    const bool threads = runtime().threads;
    {
        const std::scoped_lock lock(mutex_);
        ++pending_;
        c.tasks.push_back(&task);
        c.obstacles.put(Obstacles::tasks, true);
        if (c.tasks.size() > 1) return;
    }
    // Errors in the arguments show before the first wait. With threads they are raised later.
    if (threads)
        std::thread([this, &c] { work_off(c); }).detach();
    else
        begin_line(c);
    task.is_wrong = !threads && task.run == nullptr && task.code != MPI_SUCCESS;
}

void NonblockingTasks::begin_line(Communicator &c) noexcept {
    if (!driven_) driven_ = runtime().progresses && ProgressEngine::add(progress_background);
    auto line = std::make_unique<Line>();
    line->state = CallState::in_task_of(c.tasks.front()->function);
    if (idle_.empty()) {
        line->fiber = std::make_unique<Fiber>();
    } else {
        line->fiber = std::move(idle_.back());
        idle_.pop_back();
    }
    Line &begun = *lines_.emplace_back(std::move(line));
    go_on(begun, [&] { begun.fiber->start([this, &c] { work_off(c); }); });
    // Without the progress engine nothing would continue the task, so the call blocks.
    while (!driven_ && !begun.fiber->has_ended())
        go_on(begun, [&] { begun.fiber->resume(); });
    collect_idle();
}

template <typename Step> void NonblockingTasks::go_on(Line &line, Step step) noexcept {
    OpenMpiWaits &waits = open_mpi_waits();
    running_ = &line;
    const std::uint32_t state = Entry::exchange_state(line.state);
    void *const wait = waits.exchange(line.wait);
    wake_after_failures();
    step();
    line.wait = waits.exchange(wait);
    line.state = Entry::exchange_state(state);
    running_ = nullptr;
    wake_after_failures();
}

void NonblockingTasks::collect_idle() noexcept {
    std::erase_if(lines_, [this](std::unique_ptr<Line> &line) {
        if (!line->fiber->has_ended()) return false;
        idle_.push_back(std::move(line->fiber));
        return true;
    });
}

void NonblockingTasks::work_off(Communicator &c) noexcept {
    for (bool more = true; more;) {
        Task *task = nullptr;
        {
            const std::scoped_lock lock(mutex_);
            task = c.tasks.front();
        }
        static_cast<void>(Entry::exchange_state(CallState::in_task_of(task->function)));
        task->code = task->run();
        task->run = nullptr;
        const MPI_Request request = task->request;
        {
            const std::scoped_lock lock(mutex_);
            c.tasks.pop_front();
            more = !c.tasks.empty();
            c.obstacles.put(Obstacles::tasks, more);
            --pending_;
        }
        ended_.notify_all();
        activity().progressed();
        // After this call the program may free the request and the communicator, and with them the
        // task.
        static_cast<void>(real.Grequest_complete(request));
    }
}

int NonblockingTasks::progress() noexcept {
    if (ProgressEngine::is_taken()) return 0;
    if (running_ != nullptr) {
        running_->fiber->leave_off();
        return 0;
    }
    if (lines_.empty()) return 0;
    for (const std::unique_ptr<Line> &line : lines_)
        go_on(*line, [&] { line->fiber->resume(); });
    const std::size_t before = lines_.size();
    collect_idle();
    return static_cast<int>(before - lines_.size());
}

void NonblockingTasks::finish(Communicator &c) noexcept {
    if (is_in_task() || (!runtime().threads && c.tasks.empty())) return;
    const std::uint64_t last = c.sequence.read() + pending_on(c);
    const CollectiveWait wait{{&c, CallState::function_of(this_call.word.get()),
                               Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
                              last,
                              CollectiveWait::everybody};
    const WaitScope scope(wait);
    if (runtime().threads) {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return c.tasks.empty(); });
        return;
    }
    while (!c.tasks.empty())
        static_cast<void>(progress());
}

std::size_t NonblockingTasks::pending_on(const Communicator &c, const Task *task) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto found = std::find(c.tasks.begin(), c.tasks.end(), task);
    return found == c.tasks.end() ? c.tasks.size()
                                  : static_cast<std::size_t>(found - c.tasks.begin()) + 1;
}

void NonblockingTasks::stop() noexcept {
    for (std::unique_ptr<Line> &line : lines_)
        static_cast<void>(line.release()); // the MPI may still write to the task's stack
    lines_.clear();
}

bool NonblockingTasks::keep(MPI_Datatype type) noexcept {
    const std::scoped_lock lock(mutex_);
    if (pending_ == 0 || is_predefined(type)) return false;
    kept_types_.push_back(type);
    return true;
}

bool NonblockingTasks::keep(MPI_Op op) noexcept {
    const std::scoped_lock lock(mutex_);
    if (pending_ == 0 || is_predefined_operation(op)) return false;
    kept_ops_.push_back(op);
    return true;
}

void NonblockingTasks::hold() noexcept {
    const std::scoped_lock lock(mutex_);
    ++pending_;
}

void NonblockingTasks::let_go() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        --pending_;
    }
    free_held();
}

void NonblockingTasks::free_held() noexcept {
    std::vector<MPI_Datatype> types;
    std::vector<MPI_Op> ops;
    {
        const std::scoped_lock lock(mutex_);
        if (pending_ != 0) return;
        types.swap(kept_types_);
        ops.swap(kept_ops_);
    }
    for (MPI_Datatype &type : types)
        static_cast<void>(real.Type_free(&type));
    for (MPI_Op &op : ops)
        static_cast<void>(real.Op_free(&op));
}

int finish_task(Task *task) noexcept {
    // Comes first, because it takes the lock that the task's thread held until it was done with the
    // task. (The request orders the two as well, but inside the MPI, where no sanitizer sees it.)
    nonblocking_tasks().free_held();
    const int code = task->code;
    delete task;
    return code;
}

int free_type(MPI_Datatype *type) noexcept {
    if (type == nullptr || !nonblocking_tasks().keep(*type)) return real.Type_free(type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

int free_op(MPI_Op *op) noexcept {
    if (op == nullptr || !nonblocking_tasks().keep(*op)) return real.Op_free(op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

} // namespace closeranks
