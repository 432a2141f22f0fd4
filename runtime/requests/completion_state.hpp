#pragma once

#include "runtime/core/activity.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/status.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/requests/polled_operation.hpp"

namespace closeranks {

/// One call that completes requests: the library's data about these, and whether the call has
/// raised an error.
class CompletionState {
  public:
    /// `quiet`: errors are returned, but no error handler is called.
    CompletionState(int count, MPI_Request *requests, bool quiet = false) noexcept
        : batch_(count, requests), raised_(quiet) {}

    /// Ends request `i`, for which the real call's outcome is `code`. Translates the status into
    /// the program's terms, applies the policy, and raises a genuine error. Returns the program's
    /// code.
    [[nodiscard, gnu::always_inline]] int conclude(int i, int code, MPI_Status *status) noexcept {
        const Request *const request = batch_.find(i);
        if (request == nullptr) {
            // By the MPI, on a communicator that the library does not know.
            raised_ |= code != MPI_SUCCESS;
            return code;
        }
        if (code != MPI_SUCCESS || request->absent || request->task != nullptr ||
            request->polled != nullptr) [[unlikely]]
            return conclude_unusual(i, code, status);
        translate_source(*request->communicator, status);
        batch_.drop(i, request);
        return MPI_SUCCESS;
    }

    /// Called before the program's call waits: handles wildcard receives for which Open MPI would
    /// wait for ever. A receive that no process is left to satisfy ends by policy. A receive that
    /// has matched a message whose sender failed before all of it was sent starts again.
    void before_waiting() noexcept {
        if (polled_operations != 0) [[unlikely]]
            drive();
        if (!lost_ranks().empty()) [[unlikely]] {
            restart_stuck();
            give_up_hopeless();
            end_stalled();
        }
    }

    /// The code that the call has to return at once because of a stall; MPI_SUCCESS: the call
    /// continues.
    [[nodiscard]] int stall_code() const noexcept { return stall_code_; }

    /// True when before_waiting() has to be called repeatedly, so that the real call must not
    /// block. This is so if a wildcard receive may need it only while the call waits, or if an
    /// operation progresses only in the call.
    [[nodiscard]] bool must_poll() noexcept {
        return (!lost_ranks().empty() && has_wildcards()) || (polled_operations != 0 && drive());
    }

    /// Called after a poll without success: does the same as before_waiting(). But the program may
    /// still send to itself between two polls, so it acts only after a thousand of them.
    void after_empty_poll() noexcept {
        if (polled_operations != 0) [[unlikely]]
            drive();
        if (!lost_ranks().empty()) [[unlikely]] {
            restart_stuck();
            count_hopeless_poll();
            end_stalled();
            activity().polled_in_vain();
        }
    }

    /// Progresses the operations that progress only in the library's calls. Returns true when some
    /// are left.
    bool drive() noexcept;

    /// Starts wildcard receives again that have matched a message whose sender failed before all of
    /// it was sent.
    void restart_stuck() noexcept;

    /// True when `code` only says that wildcard receives of the library wait for an acknowledgement
    /// of failures, which this function makes.
    [[nodiscard]] bool goes_on(int code) noexcept;

    /// For request `i`, for which the real call has returned a pending failure: see
    /// ends_nevertheless().
    [[nodiscard]] bool ends(int i, MPI_Status *status) noexcept;

    /// Called when the real call returned an error. Replaces requests that the MPI has freed
    /// without a report (Quirk::unreported_failures_freed), so that a later call reports them.
    void restore_unreported() noexcept;

    /// MPI_Testsome with all of the above; `statuses` is not MPI_STATUSES_IGNORE.
    [[nodiscard]] int test_some(int *outcount, int indices[], MPI_Status statuses[]) noexcept;

    /// MPI_Testany with all of the above; `status` is not MPI_STATUS_IGNORE.
    [[nodiscard]] int test_any(int *index, int *flag, MPI_Status *status) noexcept;

    /// Concludes all requests that the real MPI_Waitall or MPI_Testall has completed, as `statuses`
    /// say. Returns MPI_SUCCESS or MPI_ERR_IN_STATUS; `pending` counts the remaining ones.
    [[nodiscard]] int conclude_all(MPI_Status statuses[], int *pending) noexcept;

    [[nodiscard]] Batch &batch() noexcept { return batch_; }

    /// The requests for the real call.
    [[nodiscard]] MPI_Request *requests() noexcept { return batch_.requests(); }

  private:
    [[nodiscard]] int conclude_unusual(int i, int code, MPI_Status *status) noexcept;
    [[nodiscard]] int outcome_of(int i, int code, MPI_Status *status) noexcept;
    [[nodiscard]] int apply_policy_once(const Request &request) noexcept;
    [[nodiscard]] bool has_wildcards() noexcept;
    [[nodiscard]] bool is_stuck(int i) noexcept;
    void give_up_hopeless() noexcept;
    void count_hopeless_poll() noexcept;

    /// If a stall was found, and the policy requires it: ends the wildcard receives that failed
    /// processes may have been meant to satisfy.
    void end_stalled() noexcept;
    [[nodiscard]] bool is_hopeless(int i) noexcept;
    void make_absent(int i) noexcept;
    void mark_stalled(int i) noexcept;
    [[nodiscard]] bool acknowledge() noexcept;

    Batch batch_;
    bool raised_ = false; ///< the program's error handler has been called
    int stall_code_ = MPI_SUCCESS;
};

} // namespace closeranks
