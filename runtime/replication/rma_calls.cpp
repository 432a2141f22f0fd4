#include "generated/replicas/calls.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/requests.hpp"
#include "runtime/replication/rma_call.hpp"
#include "runtime/replication/status.hpp"

/// Operations on the memory of other ranks.

namespace closeranks::replication {

namespace {

/// An operation with a request: it is complete when its target has given an answer.
class RmaOperation final : public Operation {
  public:
    /// `answer`: its number among those of the target; 0: none is needed.
    RmaOperation(MPI_Win window, int target, std::uint64_t answer) noexcept
        : window_(window), target_(target), answer_(answer) {}

    bool is_done() override {
        if (answer_ == 0) return true;
        Window *const window = find(window_);
        if (window == nullptr) return true; // freed, which completes all operations
        progress();
        if (const int code = take_arrived_answers(*window, target_); code != MPI_SUCCESS)
            code_ = code;
        return window->outbox(target_).answers >= answer_;
    }
    int finish(MPI_Status *status) override {
        set_empty_status(status);
        return code_;
    }

  private:
    MPI_Win window_;
    int target_;
    std::uint64_t answer_;
    int code_ = MPI_SUCCESS;
};

/// The data of an operation that fetches nothing has been packed. Any other one is sent at once,
/// because the program may wait for it alone.
int start_operation(Window &window, const RmaCall &call, MPI_Request *request) {
    if (request == nullptr) return MPI_ERR_REQUEST;
    std::uint64_t answer = 0;
    if (call.target != MPI_PROC_NULL) {
        if (window.has(call.target) && !window.locks.contains(call.target)) return MPI_ERR_RMA_SYNC;
        if (const int code = note(window, call); code != MPI_SUCCESS) return code;
        Outbox &outbox = window.outbox(call.target);
        if (call.fetches && !outbox.operations.empty())
            if (const int code = send_request(window, call.target, tag_of_flush);
                code != MPI_SUCCESS)
                return code;
        if (call.fetches) answer = outbox.answers + outbox.awaited.size();
    }
    return make_request(std::make_unique<RmaOperation>(window.handle, call.target, answer),
                        MPI_COMM_NULL, false, request);
}

int note_on(MPI_Win win, const RmaCall &call) {
    return on_window(win, [&](Window &window) { return note(window, call); });
}

int start_on(MPI_Win win, const RmaCall &call, MPI_Request *request) {
    return on_window(win, [&](Window &window) { return start_operation(window, call, request); });
}

/// The calls that fetch nothing.
RmaCall change(const TypedData &origin, int target, MPI_Aint displacement, MPI_Count count,
               MPI_Datatype type, MPI_Op op) noexcept {
    return {.origin = origin,
            .target = target,
            .displacement = displacement,
            .count = count,
            .type = type,
            .op = op};
}

/// Those that do.
RmaCall fetch(const TypedData &result, const RmaCall &changing) noexcept {
    RmaCall call = changing;
    call.result = result;
    call.fetches = true;
    return call;
}

} // namespace

namespace calls {

int put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return note_on(win, change({origin_addr, origin_count, origin_datatype}, target_rank,
                               target_disp, target_count, target_datatype, MPI_REPLACE));
}

int rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
         MPI_Aint target_disp, int target_cout, MPI_Datatype target_datatype, MPI_Win win,
         MPI_Request *request) {
    return start_on(win,
                    change({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
                           target_cout, target_datatype, MPI_REPLACE),
                    request);
}

int get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return note_on(
        win, fetch({origin_addr, origin_count, origin_datatype},
                   change({}, target_rank, target_disp, target_count, target_datatype, MPI_NO_OP)));
}

int rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
         MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
         MPI_Request *request) {
    return start_on(
        win,
        fetch({origin_addr, origin_count, origin_datatype},
              change({}, target_rank, target_disp, target_count, target_datatype, MPI_NO_OP)),
        request);
}

int accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, int target_count,
               MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    return note_on(win, change({origin_addr, origin_count, origin_datatype}, target_rank,
                               target_disp, target_count, target_datatype, op));
}

int raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, int target_count,
                MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    return start_on(win,
                    change({origin_addr, origin_count, origin_datatype}, target_rank, target_disp,
                           target_count, target_datatype, op),
                    request);
}

int get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                   void *result_addr, int result_count, MPI_Datatype result_datatype,
                   int target_rank, MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    return note_on(win, fetch({result_addr, result_count, result_datatype},
                              change({origin_addr, origin_count, origin_datatype}, target_rank,
                                     target_disp, target_count, target_datatype, op)));
}

int rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    void *result_addr, int result_count, MPI_Datatype result_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    return start_on(win,
                    fetch({result_addr, result_count, result_datatype},
                          change({origin_addr, origin_count, origin_datatype}, target_rank,
                                 target_disp, target_count, target_datatype, op)),
                    request);
}

int fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                 MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    return get_accumulate(origin_addr, 1, datatype, result_addr, 1, datatype, target_rank,
                          target_disp, 1, datatype, op, win);
}

int compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    RmaCall call = fetch({result_addr, 1, datatype}, change({origin_addr, 1, datatype}, target_rank,
                                                            target_disp, 1, datatype, MPI_REPLACE));
    call.expected = compare_addr;
    return note_on(win, call);
}

} // namespace calls

} // namespace closeranks::replication
