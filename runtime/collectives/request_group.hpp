#pragma once

#include "runtime/run/policy.hpp"
#include "runtime/support/real.hpp"
#include "runtime/support/ulfm.hpp"

#include <vector>

namespace closeranks {

/// Requests on the working communicator that all end in finish().
class RequestGroup {
  public:
    explicit RequestGroup(MPI_Comm working) : working_(working) {}

    template <typename Start> void start(Start start_request) {
        if (revoked_) return;
        MPI_Request request = MPI_REQUEST_NULL;
        if (const int code = start_request(&request); code == MPI_SUCCESS)
            requests_.push_back(request);
        else
            note(code);
    }

    /// Completes everything and returns the first error; a failure comes before any other.
    [[nodiscard]] int finish() {
        for (;;) {
            int index = MPI_UNDEFINED;
            const int code = real.Waitany(static_cast<int>(requests_.size()), requests_.data(),
                                          &index, MPI_STATUS_IGNORE);
            if (code != MPI_SUCCESS)
                note(code); // Waitany has freed the requests with errors
            else if (index == MPI_UNDEFINED)
                return code_;
        }
    }

  private:
    void note(int code) {
        if (code_ == MPI_SUCCESS || (is_failure(code) && !is_failure(code_))) code_ = code;
        if (!is_failure(code) || revoked_) return;
        // A live neighbour may have left the operation because of the same failure, or wait for
        // this process. Revoking ends all pending operations at both.
        revoked_ = true;
        static_cast<void>(real.Comm_revoke(working_));
    }

    MPI_Comm working_;
    std::vector<MPI_Request> requests_;
    int code_ = MPI_SUCCESS;
    bool revoked_ = false;
};

} // namespace closeranks
