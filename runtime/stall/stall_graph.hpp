#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace closeranks::stall {

/// Who waits for whom, and which survivors wait for each other for ever: the wait-for graph of MPI
/// programs, whose waits are ANDs (MPI_Waitall, collectives) and ORs (wildcards, MPI_Waitany) of
/// what others have to do (Hilbrich et al., "MPI Runtime Error Detection with MUST", 2010; for ORs:
/// Chandy, Misra and Haas, "Distributed Deadlock Detection", 1983). No MPI call is made here.
///
/// All ranks are those of MPI_COMM_WORLD. Communicators go by the name that all members share
/// (Communicator::global_id).

/// The Function of a collective that is not known.
inline constexpr int any_function = -1;

/// The name of a communicator on which all ranks come to MPI_Finalize, and which no rank leaves:
/// number 1 is the end. So a rank in MPI_Finalize comes to no collective of another function.
inline constexpr std::uint64_t final_meeting = ~std::uint64_t{0};

/// One thing that a survivor waits for.
struct Condition {
    enum Kind : std::uint8_t {
        message,    ///< from any of `ranks`
        room,       ///< the one of `ranks` receives what this survivor sends
        collective, ///< all of `ranks` come to number `number`
        member,     ///< one of `ranks` does something: in a collective whose root is not known
        event,      ///< something that this graph knows nothing of: it may happen at any time
    };
    Kind kind = event;
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    int function = any_function; ///< of a collective; any_function: not known
    int tag = MPI_ANY_TAG;       ///< of a message; also one whose tag nobody knows
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

/// How many collectives a survivor has begun on one communicator.
struct Entered {
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    int function = any_function; ///< of the last one, while the survivor is in it
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
    std::vector<Entered> entered{};
    bool can_be_released = false;             ///< the policy `stall` of its call says so
    bool raises = false;                      ///< that policy is `error`
    bool finalizes = false;                   ///< it is in MPI_Finalize
    std::vector<std::string> waits_for_any{}; ///< the functions in which it waits for any rank
    std::vector<int> together{}; ///< with whom it waits on a communicator that is smaller than
                                 ///< MPI_COMM_WORLD and has lost a member; empty: it does not
    std::string on{};            ///< that communicator, for people
    std::string call{};          ///< for people: "MPI_Recv from any rank, tag 7, ..."
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
