#include "runtime/collectives/nonblocking.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/core/status.hpp"
#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/requests/persistent_request.hpp"

#include <utility>

namespace closeranks {

namespace {

int describe(void *, MPI_Status *status) {
    make_empty(status);
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    return MPI_SUCCESS;
}

} // namespace

int start_nonblocking(Function function, Communicator &c, MPI_Request *request,
                      std::function<int()> run) noexcept {
    auto *const task = new Task{.function = function, .run = std::move(run)};
    const int code = start_generalized(describe, nullptr, &task->request);
    if (code != MPI_SUCCESS) {
        delete task;
        return c.raise(code);
    }
    nonblocking_tasks().start(c, *task);
    if (task->is_wrong) {
        static_cast<void>(real.Request_free(&task->request));
        return c.raise(finish_task(task));
    }
    *request = task->request;
    remember(*request,
             {.communicator = &c, .peer = MPI_PROC_NULL, .function = function, .task = task});
    return MPI_SUCCESS;
}

namespace {

class PersistentCollective final : public PersistentRequest {
  public:
    PersistentCollective(Function function, Communicator &c, std::function<int()> run) noexcept
        : PersistentRequest(c), function_(function), run_(std::move(run)) {
        nonblocking_tasks().hold();
        c.lifetime.add_persistent();
    }
    ~PersistentCollective() override {
        communicator().lifetime.remove_persistent();
        nonblocking_tasks().let_go();
    }

    int start() noexcept override {
        return start_nonblocking(function_, communicator(), &current, run_);
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
    remember_persistent(*request, new PersistentCollective(function, c, std::move(run)));
    return MPI_SUCCESS;
}

} // namespace closeranks
