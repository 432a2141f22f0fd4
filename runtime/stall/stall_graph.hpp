#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace closeranks::stall {

/// Who waits for whom, and which survivors wait for each other for ever: the wait-for graph of MPI
/// programs, whose waits are ANDs (MPI_Waitall, collectives) and ORs (wildcards, MPI_Waitany) of
/// what others have to do (Hilbrich et al., "MPI Runtime Error Detection with MUST", 2010; for ORs:
/// Chandy, Misra and Haas, "Distributed Deadlock Detection", 1983). No MPI call is made here.
///
/// All ranks are those of MPI_COMM_WORLD. Communicators go by the name that all members share
/// (Communicator::global_id).

/// One thing that a survivor waits for.
struct Condition {
    enum Kind : std::uint8_t {
        message,    ///< from any of `ranks`
        room,       ///< the one of `ranks` receives what this survivor sends
        collective, ///< all of `ranks` come to number `number`
        event,      ///< something that this graph knows nothing of: it may happen at any time
    };
    Kind kind = event;
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    int tag = MPI_ANY_TAG; ///< of a message; also one whose tag nobody knows
    std::vector<int> ranks{};
};

/// A message that a survivor has begun to send, or is ready to receive, whether it waits for that
/// or not.
struct Offer {
    bool sends = false;
    std::uint64_t communicator = 0;
    int peer = MPI_ANY_SOURCE;
    int tag = MPI_ANY_TAG; ///< also when nobody knows it
};

/// What one thread waits for.
struct Branch {
    bool all = true; ///< for all conditions; else for any
    std::vector<Condition> conditions{};
};

/// What one survivor says of itself.
struct Survivor {
    int rank = 0;
    bool waits = false;         ///< none of its threads does anything but wait
    std::uint64_t activity = 0; ///< calls that it has completed since the first failure
    int failures = 0;           ///< how many failed processes it knows of
    std::vector<Branch> branches{};
    std::vector<Offer> offers{};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entered{}; ///< name, collectives begun
    bool can_be_released = false; ///< the policy `stall` of its call says so
    std::string waits_for_any{};  ///< the function in which it waits for any rank, if it does
    std::string call{};           ///< for people: "MPI_Recv from any rank, tag 7, ..."
};

/// What the graph says about the survivors.
struct Findings {
    /// Those that wait for each other and the dead only, in ascending order.
    std::vector<int> stuck{};
    /// Both ends of some message are at it, or all are in some collective: it is on its way.
    bool moving = false;
};

/// Of `living`, all that are alive; those who have said nothing may do anything.
[[nodiscard]] Findings examine(const std::vector<int> &living,
                               const std::vector<Survivor> &survivors);

/// Whose messages may still be on their way to `one`, among `stuck`: those that it waits for.
[[nodiscard]] std::vector<int> awaited(const Survivor &one, const std::vector<int> &stuck);

} // namespace closeranks::stall
