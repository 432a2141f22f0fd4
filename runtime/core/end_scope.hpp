#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/run/report.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace closeranks {

/// Whom an end takes along (option end_scope): the whole job, or the members of the communicator on
/// which something has happened that ends the program. This is the one place that decides it. All
/// places that end the program because of something on a communicator ask here.

/// What ends because of something on one communicator.
struct EndScope {
    bool of_job = true;
    std::vector<int> ranks; ///< unless of the job: those of MPI_COMM_WORLD that end, in order
    std::string name;       ///< of the communicator: "image 1"; empty: it has none
    Ending told;            ///< the same for people
};

/// Because of something on `c`.
[[nodiscard]] EndScope scope_of(const Communicator &c);

/// Because of something on `comm`, a handle of the program's, protected or not.
[[nodiscard]] EndScope scope_of(MPI_Comm comm);

/// Because of something on a communicator with these ranks, which is called `label`.
[[nodiscard]] EndScope scope_of(std::vector<int> ranks, const CommunicatorLabel &label);

/// Of what loses this process alone (option abort_loses).
[[nodiscard]] EndScope scope_of_this_rank();

/// What the causes of the lost ranks are.
struct EndCause {
    std::string own;    ///< of this one: "called MPI_Abort on image 1 with code 7"
    std::string others; ///< of the other members: "left with rank 2, which ..."
};

/// Carries it out: ends the program, or the members, and this process if it is among them. With
/// `code`, as mpirun or a keeper sees it.
void carry_out(const EndScope &scope, int code, const EndCause &cause) noexcept;

/// The same where this process is one of them.
[[noreturn]] void end(const EndScope &scope, int code, const EndCause &cause) noexcept;

/// Before an end can concern a communicator's members: this process listens to the others.
void listen_to_ends() noexcept;

} // namespace closeranks
