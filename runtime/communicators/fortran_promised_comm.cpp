#include "runtime/communicators/fortran_promised_comm.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <utility>

namespace closeranks {

namespace {

/// The promise of this thread's latest call, unless the thread has asked for an integer since.
constinit thread_local int latest = 0;

} // namespace

FortranPromisedComms &fortran_promised_comms() noexcept {
    static NeverDestroyed<FortranPromisedComms> of_this_process;
    return of_this_process.value;
}

int FortranPromisedComms::make(MPI_Comm *variable) noexcept {
    const std::scoped_lock lock(mutex_);
    all_.emplace(next_, Promise{.variable = variable});
    *variable = MPI_COMM_NULL;
    return next_++;
}

void FortranPromisedComms::settle(int integer, MPI_Comm made) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto promise = all_.find(integer);
    if (!promise->second.by_fortran) *promise->second.variable = made;
    promise->second.made = made;
    if (made == MPI_COMM_NULL) all_.erase(promise);
}

void FortranPromisedComms::forget(MPI_Comm made) noexcept {
    const std::scoped_lock lock(mutex_);
    std::erase_if(all_, [&](const auto &entry) { return entry.second.made == made; });
}

bool FortranPromisedComms::hand_out(int integer) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto promise = all_.find(integer);
    if (promise == all_.end()) return false;
    promise->second.by_fortran = true;
    return true;
}

MPI_Comm FortranPromisedComms::find(int integer) noexcept {
    if (integer < first) return nullptr;
    const std::scoped_lock lock(mutex_);
    const auto promise = all_.find(integer);
    return promise != all_.end() ? promise->second.made : MPI_COMM_NULL;
}

PromisedComm::PromisedComm(MPI_Comm *variable) noexcept
    : integer_(fortran_promised_comms().make(variable)) {
    latest = integer_;
}

void PromisedComm::settle(MPI_Comm made) const noexcept {
    if (latest == integer_) latest = 0;
    fortran_promised_comms().settle(integer_, made);
}

void forget_promise(MPI_Comm comm) noexcept {
    if (comm != MPI_COMM_NULL) fortran_promised_comms().forget(comm);
}

int comm_to_fortran(MPI_Comm comm) noexcept {
    const int promised = std::exchange(latest, 0);
    const bool asks = comm == MPI_COMM_NULL && promised != 0;
    return asks && fortran_promised_comms().hand_out(promised) ? promised : real.Comm_c2f(comm);
}

MPI_Comm comm_from_fortran(int integer) noexcept {
    const MPI_Comm promised = fortran_promised_comms().find(integer);
    return promised != nullptr ? promised : real.Comm_f2c(integer);
}

} // namespace closeranks
