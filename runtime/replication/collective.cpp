#include "runtime/replication/collective.hpp"

#include "runtime/replication/requests.hpp"

namespace closeranks::replication {

namespace {

/// A collective that the program has a request for.
class CollectiveOperation final : public Operation {
  public:
    explicit CollectiveOperation(std::unique_ptr<Schedule> schedule) noexcept
        : schedule_(std::move(schedule)) {}

    int start() override { return schedule_->start(); }
    bool is_done() override { return schedule_->is_done(); }
    int finish(MPI_Status *status) override {
        if (status != MPI_STATUS_IGNORE) {
            // The MPI's empty status, as far as a program can see (MPI 4.1, 3.7.3).
            status->MPI_SOURCE = MPI_ANY_SOURCE;
            status->MPI_TAG = MPI_ANY_TAG;
            static_cast<void>(real.Status_set_elements(status, MPI_BYTE, 0));
            static_cast<void>(real.Status_set_cancelled(status, 0));
        }
        return schedule_->code();
    }

  private:
    std::unique_ptr<Schedule> schedule_;
};

} // namespace

int give_request(std::unique_ptr<Schedule> schedule, bool persistent, MPI_Request *request) {
    const MPI_Comm comm = schedule->communicator().handle;
    return make_request(std::make_unique<CollectiveOperation>(std::move(schedule)), comm,
                        persistent, request);
}

} // namespace closeranks::replication
