#include "runtime/background.hpp"

#include "runtime/entry.hpp"
#include "runtime/generalized_request.hpp"
#include "runtime/kept_datatype.hpp"
#include "runtime/pending.hpp"
#include "runtime/progress_engine.hpp"
#include "runtime/restartable.hpp"
#include "runtime/stall.hpp"
#include "runtime/status.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace closeranks {

constinit thread_local bool Background::is_worker_ = false;

namespace {

int describe(void *, MPI_Status *status) {
    make_empty(status);
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    return MPI_SUCCESS;
}

int progress_background() { return world().background.progress(); }

/// A wait may have missed a failure while another was in its place.
void wake_after_failures() noexcept {
    const World &w = world();
    if (w.progresses && w.service.failures() != 0) w.waits.wake();
}

bool is_predefined(MPI_Op op) noexcept {
    const std::array all{MPI_OP_NULL, MPI_MAX,    MPI_MIN,    MPI_SUM,     MPI_PROD,
                         MPI_LAND,    MPI_BAND,   MPI_LOR,    MPI_BOR,     MPI_LXOR,
                         MPI_BXOR,    MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP};
    return std::find(all.begin(), all.end(), op) != all.end();
}

/// The last task of a communicator that the program has freed is over.
void end_parting(Communicator &c, Task *task) noexcept {
    delete task;
    std::erase(world().parting, &c);
    release(c);
}

} // namespace

void Background::start(Communicator &c, Task &task) noexcept {
    const bool threads = world().threads;
    const bool is_waited_for = task.request != MPI_REQUEST_NULL; // else it may be gone soon
    {
        const std::scoped_lock lock(mutex_);
        if (is_waited_for) ++pending_;
        c.tasks.push_back(&task);
        c.assess();
        if (c.tasks.size() > 1) return;
    }
    // Errors in the arguments show before the first wait. With threads they are raised later.
    if (threads)
        std::thread([this, &c] {
            is_worker_ = true;
            static_cast<void>(Entry::exchange_state(CallState::in_task));
            work_off(c);
        }).detach();
    else
        begin_line(c);
    if (is_waited_for) task.is_wrong = !threads && task.run == nullptr && task.code != MPI_SUCCESS;
}

void Background::begin_line(Communicator &c) noexcept {
    if (!driven_) driven_ = world().progresses && ProgressEngine::add(progress_background);
    auto line = std::make_unique<Line>();
    line->state = CallState::in_task;
    if (idle_.empty()) {
        line->fiber = std::make_unique<Fiber>();
    } else {
        line->fiber = std::move(idle_.back());
        idle_.pop_back();
    }
    Line &begun = *lines_.emplace_back(std::move(line));
    go_on(begun, [&] { begun.fiber->start([this, &c] { work_off(c); }); });
    // Without the progress engine nobody would let it go on: it is blocking then.
    while (!driven_ && !begun.fiber->has_ended())
        go_on(begun, [&] { begun.fiber->resume(); });
    collect_idle();
}

template <typename Step> void Background::go_on(Line &line, Step step) noexcept {
    OpenMpiWaits &waits = world().waits;
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

void Background::collect_idle() noexcept {
    std::erase_if(lines_, [this](std::unique_ptr<Line> &line) {
        if (!line->fiber->has_ended()) return false;
        idle_.push_back(std::move(line->fiber));
        return true;
    });
}

void Background::work_off(Communicator &c) noexcept {
    for (bool more = true; more;) {
        Task *task = nullptr;
        {
            const std::scoped_lock lock(mutex_);
            task = c.tasks.front();
        }
        task->code = task->run();
        task->run = nullptr;
        const MPI_Request request = task->request;
        {
            const std::scoped_lock lock(mutex_);
            c.tasks.pop_front();
            c.assess();
            more = !c.tasks.empty();
            if (request != MPI_REQUEST_NULL) --pending_;
        }
        ended_.notify_all();
        stall_watch().progressed();
        // With this the program may give up the task, and the communicator with the last of them.
        if (request != MPI_REQUEST_NULL)
            static_cast<void>(real.Grequest_complete(request));
        else
            end_parting(c, task);
    }
}

int Background::progress() noexcept {
    // Ours, in a state that nobody else must see.
    if (world().service.is_busy() || world().window_service.is_busy() || stall_watch().is_busy())
        return 0;
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

void Background::finish(Communicator &c) noexcept {
    if (inside() || (!world().threads && c.tasks.empty())) return;
    const std::uint64_t last = c.sequence.read() + pending_on(c);
    const CollectiveWait wait{{&c, CallState::function_of(this_call.word.get()),
                               Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
                              last,
                              CollectiveWait::everybody};
    const WaitScope scope(wait);
    if (world().threads) {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return c.tasks.empty(); });
        return;
    }
    while (!c.tasks.empty())
        static_cast<void>(progress());
}

std::size_t Background::pending_on(const Communicator &c, const Task *task) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto found = std::find(c.tasks.begin(), c.tasks.end(), task);
    return found == c.tasks.end() ? c.tasks.size()
                                  : static_cast<std::size_t>(found - c.tasks.begin()) + 1;
}

void Background::stop() noexcept {
    for (std::unique_ptr<Line> &line : lines_)
        static_cast<void>(line.release()); // the MPI may still write to its stack
    lines_.clear();
}

bool Background::keep(MPI_Datatype type) noexcept {
    const std::scoped_lock lock(mutex_);
    if (pending_ == 0 || is_predefined(type)) return false;
    kept_types_.push_back(type);
    return true;
}

bool Background::keep(MPI_Op op) noexcept {
    const std::scoped_lock lock(mutex_);
    if (pending_ == 0 || is_predefined(op)) return false;
    kept_ops_.push_back(op);
    return true;
}

void Background::hold() noexcept {
    const std::scoped_lock lock(mutex_);
    ++pending_;
}

void Background::let_go() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        --pending_;
    }
    free_kept();
}

void Background::free_kept() noexcept {
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

int start_in_background(Function function, Communicator &c, MPI_Request *request,
                        std::function<int()> run) noexcept {
    auto *const task = new Task{.run = std::move(run)};
    const int code = start_generalized(describe, nullptr, &task->request);
    if (code != MPI_SUCCESS) {
        delete task;
        return c.raise(code);
    }
    world().background.start(c, *task);
    if (task->is_wrong) {
        static_cast<void>(real.Request_free(&task->request));
        return c.raise(end(task));
    }
    *request = task->request;
    remember(*request,
             {.communicator = &c, .peer = MPI_PROC_NULL, .function = function, .task = task});
    return MPI_SUCCESS;
}

void part(Communicator &c, std::function<int()> run) noexcept {
    c.internal = true;
    ++c.references;
    world().parting.push_back(&c);
    world().background.start(c, *new Task{.run = std::move(run)});
}

namespace {

class PersistentCollective final : public Restartable {
  public:
    PersistentCollective(Function function, Communicator &c, std::function<int()> run) noexcept
        : Restartable(c), function_(function), run_(std::move(run)) {
        world().background.hold();
    }
    ~PersistentCollective() override { world().background.let_go(); }

    int start() noexcept override {
        return start_in_background(function_, communicator(), &current, run_);
    }

  private:
    Function function_;
    std::function<int()> run_;
};

} // namespace

int make_persistent_collective(Function function, Communicator &c, MPI_Request *request,
                               std::function<int()> run) noexcept {
    const int code =
        real.Recv_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, c.messages.get(), request);
    if (code != MPI_SUCCESS) return c.raise(code);
    remember_restartable(*request, new PersistentCollective(function, c, std::move(run)));
    return MPI_SUCCESS;
}

int end(Task *task) noexcept {
    // First, because it takes the lock that the task's thread has held since it was done with it.
    // (The request orders the two as well, but by means of the MPI that no sanitizer sees.)
    world().background.free_kept();
    const int code = task->code;
    delete task;
    return code;
}

int free_type(MPI_Datatype *type) noexcept {
    if (type == nullptr || !world().background.keep(*type)) return real.Type_free(type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

int free_op(MPI_Op *op) noexcept {
    if (op == nullptr || !world().background.keep(*op)) return real.Op_free(op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

} // namespace closeranks
