#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace closeranks::stall {

/// The wait-for graph of MPI programs: it finds survivors that wait for each other for ever. The
/// waits are ANDs (MPI_Waitall, collectives) and ORs (wildcards, MPI_Waitany) of actions of other
/// ranks (Hilbrich et al., "MPI Runtime Error Detection with MUST", 2010; for ORs: Chandy, Misra
/// and Haas, "Distributed Deadlock Detection", 1983). This code makes no MPI call.
///
/// All ranks are those of MPI_COMM_WORLD. Communicators have the name that all members share
/// (Identity::global_id).

/// The Function of a collective that is not known.
inline constexpr int any_function = -1;

/// The name of a communicator on which all ranks come to MPI_Finalize, and which no rank leaves:
/// collective number 1 is the end. So a rank in MPI_Finalize comes to no other collective.
inline constexpr std::uint64_t final_meeting = ~std::uint64_t{0};

/// One condition for which a survivor waits.
struct Condition {
    enum Kind : std::uint8_t {
        message,    ///< from any of `ranks`
        room,       ///< the one of `ranks` receives this survivor's message
        collective, ///< all of `ranks` come to number `number`
        member,     ///< one of `ranks` acts: in a collective whose root is not known
        event,      ///< an event outside of this graph: it may happen at any time
    };
    Kind kind = event;
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    int function = any_function; ///< of a collective; any_function: not known
    int tag = MPI_ANY_TAG;       ///< of a message; also for a tag that is not known
    std::vector<int> ranks{};
};

/// A message that a survivor has begun to send, or is ready to receive, whether it waits for it or
/// not.
struct Offer {
    bool sends = false;
    std::uint64_t communicator = 0;
    int peer = MPI_ANY_SOURCE;
    int tag = MPI_ANY_TAG; ///< also for a tag that is not known
};

/// The number of collectives that a survivor has begun on one communicator.
struct Entered {
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    int function = any_function; ///< of the last one, while the survivor is in it
};

/// The wait of one thread.
struct Branch {
    bool all = true; ///< true: for all conditions; false: for any
    std::vector<Condition> conditions{};
};

/// The report of one survivor about itself.
struct Survivor {
    int rank = 0;
    bool waits = false;         ///< all of its threads wait
    std::uint64_t activity = 0; ///< calls that it has completed since the first failure
    int failures = 0;           ///< number of failed processes that it knows
    std::vector<Branch> branches{};
    std::vector<Offer> offers{};
    std::vector<Entered> entered{};
    bool can_be_released = false;             ///< the policy `stall` of its call allows it
    bool raises = false;                      ///< that policy is `error`
    bool finalizes = false;                   ///< it is in MPI_Finalize
    std::vector<std::string> waits_for_any{}; ///< the functions in which it waits for any rank
    /// The members with which it waits on a communicator that is smaller than MPI_COMM_WORLD and
    /// has lost a member; empty: it does not.
    std::vector<int> together{};
    std::string on{};   ///< that communicator, for the report
    std::string call{}; ///< for the report: "MPI_Recv from any rank, tag 7, ..."
};

/// The result of the graph about the survivors.
struct Findings {
    /// Survivors that wait only for each other and for failed ranks, in ascending order.
    std::vector<int> stuck{};
    /// Both ends of some message are in their calls, or all members are in some collective: it
    /// progresses.
    bool moving = false;
};

/// `living`: all live ranks; ranks without a report may do anything.
[[nodiscard]] Findings examine(const std::vector<int> &living,
                               const std::vector<Survivor> &survivors);

/// The ranks among `stuck` for which `one` waits: their messages to it may still be on their way.
[[nodiscard]] std::vector<int> awaited(const Survivor &one, const std::vector<int> &stuck);

} // namespace closeranks::stall
