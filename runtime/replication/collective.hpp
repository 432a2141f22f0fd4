#pragma once

#include "runtime/replication/raising.hpp"
#include "runtime/replication/schedule.hpp"

#include <memory>

namespace closeranks::replication {

/// The three ways to run a collective. A plan adds the steps of this process to a schedule, and
/// returns an error of its arguments.

/// Gives the program a request for a schedule that was started, or that the program starts itself.
[[nodiscard]] int give_request(std::unique_ptr<Schedule> schedule, bool persistent,
                               MPI_Request *request);

template <typename Plan> [[nodiscard]] int run(MPI_Comm comm, const Plan &plan) {
    Communicator *const c = find(comm);
    if (c == nullptr) return raise(MPI_COMM_WORLD, MPI_ERR_COMM);
    Schedule schedule(*c, Way::blocking);
    int code = plan(schedule);
    if (code == MPI_SUCCESS) code = schedule.start();
    if (code == MPI_SUCCESS) code = schedule.finish();
    return raise(comm, code);
}

template <typename Plan>
[[nodiscard]] int make_lasting(MPI_Comm comm, const Plan &plan, Way way, MPI_Request *request) {
    Communicator *const c = find(comm);
    if (c == nullptr) return raise(MPI_COMM_WORLD, MPI_ERR_COMM);
    if (request == nullptr) return raise(comm, MPI_ERR_REQUEST);
    auto schedule = std::make_unique<Schedule>(*c, way);
    int code = plan(*schedule);
    if (code == MPI_SUCCESS && way == Way::nonblocking) code = schedule->start();
    if (code == MPI_SUCCESS)
        code = give_request(std::move(schedule), way == Way::persistent, request);
    return raise(comm, code);
}

template <typename Plan>
[[nodiscard]] int start_collective(MPI_Comm comm, const Plan &plan, MPI_Request *request) {
    return make_lasting(comm, plan, Way::nonblocking, request);
}

template <typename Plan>
[[nodiscard]] int prepare(MPI_Comm comm, const Plan &plan, MPI_Request *request) {
    return make_lasting(comm, plan, Way::persistent, request);
}

} // namespace closeranks::replication
