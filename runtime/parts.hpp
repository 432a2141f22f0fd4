#pragma once

#include "runtime/function_ref.hpp"
#include "runtime/policy.hpp"
#include "runtime/world.hpp"

namespace closeranks {

/// The real communicators behind a new application communicator, while it is being made.
struct Parts {
    Comm handle;
    Comm messages;
    Comm working;
    std::uint64_t name = 0; ///< Communicator::name; that of MPI_COMM_WORLD is 0
    int code = MPI_SUCCESS;

    [[nodiscard]] bool completed() const noexcept { return !is_failure(code); }

    /// Makes one part after the other; the first error ends it, the same error that the program's
    /// call would have met.
    void make(Comm &part, MPI_Comm parent, FunctionRef<int(MPI_Comm, MPI_Comm *)> call) noexcept {
        if (code != MPI_SUCCESS) return;
        code = call(parent, part.out());
        // What Open MPI leaves behind when a creation fails is null, or half made and invalid:
        // freeing either raises an error on MPI_COMM_WORLD.
        if (code != MPI_SUCCESS) static_cast<void>(part.release());
    }
    void make_all(MPI_Comm parent, FunctionRef<int(MPI_Comm, MPI_Comm *)> call) noexcept {
        make(handle, parent, call);
        make(messages, parent, call);
        make(working, parent, call);
    }

    /// Gives the new communicator a name that all members know: its rank 0 chooses.
    void agree_on_name() noexcept {
        if (code != MPI_SUCCESS || !working) return;
        World &w = world();
        constexpr unsigned bits_for_ranks = 32;
        name = (++w.names_given << bits_for_ranks) | static_cast<std::uint64_t>(w.rank);
        code = real.Bcast(&name, 1, MPI_UINT64_T, 0, working.get());
        // Who was to get it from this process waits for nothing.
        if (is_failure(code)) static_cast<void>(real.Comm_revoke(working.get()));
    }
};

/// Who the members are in the program's numbering; empty: as the real communicators number them.
struct Numbering {
    Group group;
    Topology topology;
};

/// Ends a committed creation: takes the parts into protection and gives the program its handle, or
/// raises the genuine error that the creation met. Returns what the call returns.
[[nodiscard]] int deliver(Communicator &parent, Parts parts, Numbering numbering,
                          MPI_Comm *newcomm) noexcept;

} // namespace closeranks
