#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/function_ref.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

/// The program's call on a real communicator that stands for the parent.
using MakeCall = FunctionRef<int(MPI_Comm parent, MPI_Comm *newcomm)>;

/// The real communicators behind a new application communicator, while it is being made.
struct Parts {
    Comm handle;
    Comm messages;
    Comm working;
    std::uint64_t name = 0; ///< Identity::global_id
    Origin origin;
    const char *format_library = nullptr; ///< see Communicator
    int code = MPI_SUCCESS;

    /// True if the creation has ended, even with an error of the program. `working`: the
    /// communicator on which the members vote afterwards. An error after a failure of `working` is
    /// no such end (as_failure).
    [[nodiscard]] bool completed(MPI_Comm working) const noexcept {
        return code == MPI_SUCCESS || !is_failure(as_failure(code, working));
    }
    [[nodiscard]] bool completed(const WorkingComm &working) const noexcept {
        return working.run([&](MPI_Comm on) { return completed(on); });
    }
    void give_name(std::uint64_t given) noexcept { name = given; }

    /// Makes one part. The first error of any part ends the making; it is the error that the
    /// program's call would have met.
    void make(Comm &part, MPI_Comm parent, FunctionRef<int(MPI_Comm, MPI_Comm *)> call) noexcept {
        if (code != MPI_SUCCESS) return;
        code = call(parent, part.out());
        // Not freed: Quirk::half_made_communicator.
        if (code != MPI_SUCCESS) static_cast<void>(part.release());
    }
    /// Makes all parts from the working communicator of a parent.
    void make_all(const Communicator &parent,
                  FunctionRef<int(MPI_Comm, MPI_Comm *)> call) noexcept {
        parent.working.run([&](MPI_Comm working) { make_all(working, call); });
    }
    void make_all(MPI_Comm parent, FunctionRef<int(MPI_Comm, MPI_Comm *)> call) noexcept {
        make(handle, parent, call);
        make(messages, parent, call);
        make(working, parent, call);
    }
};

/// Makes a communicator of this process alone, from MPI_COMM_SELF. A duplicate would have copies of
/// the attributes that the program has set there, whose callbacks belong to the program.
inline constexpr auto split_off_self = [](MPI_Comm self, MPI_Comm *made) noexcept {
    return real.Comm_split(self, 0, 0, made);
};

/// The members in the program's numbering; empty: as the real communicators number them.
struct Numbering {
    Group group;
    Topology topology;
};

/// Ends a committed creation: takes the parts into protection and gives the program its handle, or
/// raises the genuine error of the creation. Returns the code of the call.
[[nodiscard]] int deliver(Communicator &parent, Parts parts, Numbering numbering,
                          MPI_Comm *newcomm) noexcept;

} // namespace closeranks
