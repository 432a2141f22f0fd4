#include "runtime/core/working_comm.hpp"

#include "runtime/core/runtime.hpp"

namespace closeranks {

int WorkingComm::failed() const noexcept {
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(all_.get(), failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS)
        return -1;
    return count;
}

void WorkingComm::revoke() noexcept {
    for (const Comm *part : {&all_, &side_})
        if (*part) static_cast<void>(real.Comm_revoke(part->get()));
}

// A process may fail in the last phase of a shrink. Then the shrink fails at some members only, or
// succeeds with the failed process as a member (Quirk::partial_shrink). In the second case, the MPI
// does not report that failure again to a member that had heard of it before. A wildcard receive
// there, such as the root's in a barrier, would wait for ever.
bool WorkingComm::shrink_to(WorkingComm &fresh) noexcept {
    Comm all;
    int code = real.Comm_shrink(all_.get(), all.out());
    fresh = code == MPI_SUCCESS ? WorkingComm(std::move(all)) : WorkingComm();
    if (code == MPI_SUCCESS && side_) {
        Comm side;
        code = real.Comm_split(fresh.all_.get(), side_number_, 0, side.out());
        // A process that gives up makes the other members give up, and ends its turn at context ids
        // by the next shrink: `fresh` is younger than this communicator.
        if (code != MPI_SUCCESS) {
            static_cast<void>(side.release());
            fresh.revoke();
        }
        fresh.add_side(std::move(side), side_number_);
    }
    if (closeranks::agree(all_.get(), code == MPI_SUCCESS && !fresh.is_broken())) return true;
    // Other members may have sent messages on this side's communicator that no process will
    // receive.
    for (Comm *part : fresh.parts())
        if (*part) runtime().quarantined_comms.add(std::move(*part));
    return false;
}

} // namespace closeranks
