#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/run/report.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace closeranks {

/// Option end_scope: the processes that end when something on a communicator ends the program. That
/// is the whole job, or the members of that communicator. Only this module decides it: all places
/// that end the program because of a communicator ask here.

/// The processes that end because of something on one communicator.
struct EndScope {
    bool of_job = true;
    std::vector<int> ranks; ///< unless the job ends: the ranks of MPI_COMM_WORLD that end, in order
    std::string name;       ///< of the communicator: "image 1"; empty: it has none
    Ending told;            ///< the same for the report
};

/// The scope of something that happened on `c`.
[[nodiscard]] EndScope scope_of(const Communicator &c);

/// The scope of something that happened on `comm`, a handle of the program, protected or not.
[[nodiscard]] EndScope scope_of(MPI_Comm comm);

/// The scope of something that happened on a communicator with these ranks and the name `label`.
[[nodiscard]] EndScope scope_of(std::vector<int> ranks, const CommunicatorLabel &label);

/// The scope of an event that loses only this process (option abort_loses).
[[nodiscard]] EndScope scope_of_this_rank();

/// The causes that reports give for the lost ranks.
struct EndCause {
    std::string own;    ///< of this process: "called MPI_Abort on image 1 with code 7"
    std::string others; ///< of the other members: "ended with rank 2, which ..."
};

/// Ends the program, or the members, and this process if it is among them. `code`: the exit status
/// that mpirun or a keeper sees.
void carry_out(const EndScope &scope, int code, const EndCause &cause) noexcept;

/// The same, where this process is one of the members.
[[noreturn]] void end(const EndScope &scope, int code, const EndCause &cause) noexcept;

/// Starts to listen for ends that other processes announce. Called before an end can concern only a
/// communicator's members.
void listen_to_ends() noexcept;

} // namespace closeranks
