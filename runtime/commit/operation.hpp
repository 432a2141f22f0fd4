#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/commit/at_loss.hpp"
#include "runtime/commit/contributions.hpp"
#include "runtime/commit/snapshot.hpp"
#include "runtime/support/function_ref.hpp"
#include "runtime/support/large.hpp"

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace closeranks {

/// The data that a member keeps of an operation, so that it need not be agreed on
/// (docs/developers/commit.md).
struct LogPlan {
    enum class What : std::uint8_t {
        agreed, ///< nothing: it is agreed on, because the process is about to stop serving others
        confirmed,    ///< nothing: a confirmation shows that all have their results
        nothing,      ///< only that the operation has ended (Barrier)
        result,       ///< the data that all members have afterwards
        contribution, ///< the data that the root gets from this member
        parts,        ///< at the root: its data for all members
        exchange,     ///< this member's data for all members
        prefix,       ///< the part of this member's scan result for the members above
    };
    /// Elements of a datatype; of equal blocks, those of one block.
    struct Elements {
        void *buffer = nullptr;
        LargeCount count = 0; ///< no wider than in the call, which saves conversions
        MPI_Datatype type = MPI_BYTE;
    };

    What what = What::confirmed;
    Elements mine{};     ///< the kept data; of a scan: this member's contribution
    Elements theirs{};   ///< the place for other members' data: the first block
    bool blocks = false; ///< `mine` is the first of as many blocks as there are ranks
    /// The operator that combines contributions; none: each has its own block.
    MPI_Op op = MPI_OP_NULL;
    bool combines = false;  ///< the call has an operator, which the program may have got wrong
    bool exclusive = false; ///< a scan's result lacks this member's contribution
    Elements from{};        ///< this member's contribution to a result to which all contribute
    NumberArray counts{};   ///< of a share: the elements of each block, if they are not alike

    [[nodiscard]] bool in_place() const noexcept { return mine.buffer == MPI_IN_PLACE; }
};

[[nodiscard]] inline LogPlan agree_on() noexcept { return {.what = LogPlan::What::agreed}; }

[[nodiscard]] inline LogPlan log_nothing() noexcept { return {.what = LogPlan::What::nothing}; }

[[nodiscard]] inline LogPlan log_result(void *buffer, LargeCount count,
                                        MPI_Datatype type) noexcept {
    return {.what = LogPlan::What::result, .mine = {buffer, count, type}};
}

/// The blocks of all members, at `buffer`. This member's block is the data in `from`.
[[nodiscard]] inline LogPlan log_blocks(const void *from, LargeCount from_count,
                                        MPI_Datatype from_type, void *buffer, LargeCount count,
                                        MPI_Datatype type) noexcept {
    return {.what = LogPlan::What::result,
            .mine = {buffer, count, type},
            .blocks = true,
            .from = {const_cast<void *>(from), from_count, from_type}}; // only ever read
}

/// The result that `op` makes of the data in all members' `from`.
[[nodiscard]] inline LogPlan log_combined(const void *from, LargeCount from_count,
                                          MPI_Datatype from_type, void *buffer, LargeCount count,
                                          MPI_Datatype type, MPI_Op op) noexcept {
    return {.what = LogPlan::What::result,
            .mine = {buffer, count, type},
            .op = op,
            .combines = true,
            .from = {const_cast<void *>(from), from_count, from_type}}; // only ever read
}

/// This member's block of the vector that `op` makes of all members' `from`. No other member has
/// the block, so the operation is confirmed. All blocks have the same number of elements.
[[nodiscard]] inline LogPlan log_share(const void *from, LargeCount from_count,
                                       MPI_Datatype from_type, void *buffer, LargeCount count,
                                       MPI_Datatype type, MPI_Op op) noexcept {
    LogPlan plan = log_combined(from, from_count, from_type, buffer, count, type, op);
    plan.what = LogPlan::What::confirmed;
    plan.blocks = true;
    return plan;
}

/// The same, where the count of each rank gives the number of elements in its block.
[[nodiscard]] inline LogPlan log_share(const void *from, NumberArray, MPI_Datatype from_type,
                                       void *buffer, NumberArray counts, MPI_Datatype type,
                                       MPI_Op op) noexcept {
    constexpr int invalid = -1; // stands for a missing array
    LogPlan plan = log_share(from, invalid, from_type, buffer, invalid, type, op);
    plan.counts = counts;
    return plan;
}

[[nodiscard]] inline LogPlan log_contribution(const void *buffer, LargeCount count,
                                              MPI_Datatype type, void *into, LargeCount into_count,
                                              MPI_Datatype into_type) noexcept {
    return {.what = LogPlan::What::contribution,
            .mine = {const_cast<void *>(buffer), count, type}, // only ever read
            .theirs = {into, into_count, into_type}};
}

[[nodiscard]] inline LogPlan log_contribution(const void *buffer, LargeCount count,
                                              MPI_Datatype type, void *into, LargeCount into_count,
                                              MPI_Datatype into_type, MPI_Op op) noexcept {
    LogPlan plan = log_contribution(buffer, count, type, into, into_count, into_type);
    plan.op = op;
    plan.combines = true;
    return plan;
}

[[nodiscard]] inline LogPlan log_parts(const void *buffer, LargeCount count, MPI_Datatype type,
                                       void *into, LargeCount into_count,
                                       MPI_Datatype into_type) noexcept {
    return {.what = LogPlan::What::parts,
            .mine = {const_cast<void *>(buffer), count, type}, // only ever read
            .theirs = {into, into_count, into_type},
            .blocks = true};
}

[[nodiscard]] inline LogPlan log_exchange(const void *buffer, LargeCount count, MPI_Datatype type,
                                          void *into, LargeCount into_count,
                                          MPI_Datatype into_type) noexcept {
    LogPlan plan = log_parts(buffer, count, type, into, into_count, into_type);
    plan.what = LogPlan::What::exchange;
    return plan;
}

[[nodiscard]] inline LogPlan log_prefix(const void *buffer, LargeCount count, MPI_Datatype type,
                                        void *into, LargeCount into_count, MPI_Datatype into_type,
                                        bool exclusive, MPI_Op op) noexcept {
    LogPlan plan = log_contribution(buffer, count, type, into, into_count, into_type, op);
    plan.what = LogPlan::What::prefix;
    plan.exclusive = exclusive;
    return plan;
}

/// The result of a confirmation (docs/developers/commit.md).
struct Confirmation {
    int code = -1;        ///< no MPI function returns this value: there was no confirmation
    bool entered = false; ///< the call itself has brought its result
    /// After paced contributions: the largest measure of the members (Pace::measure).
    double slowest = 0;
};

/// One collective operation, which can be attempted as often as needed.
struct Operation {
    /// Unlike any number that a program may give for a rank.
    static constexpr int no_root = std::numeric_limits<int>::min();

    Function function;

    /// The application rank of the root, or no_root.
    int root = no_root;

    /// The program's call on a real communicator; `root` is already translated to a rank there.
    FunctionRef<int(MPI_Comm working, int root)> native{};

    /// The call while ranks are missing, if it differs: positional operations keep every block at
    /// its application rank's place. Empty: the native call serves. See call_on().
    FunctionRef<int(MPI_Comm working, int root)> compacted{};

    /// The data that the operation overwrites although a redo needs it (MPI_IN_PLACE); nullptr:
    /// none.
    Snapshot *inputs = nullptr;

    /// After this operation every member holds the root's data (Bcast). So any holder can serve the
    /// other members when the root has failed.
    bool result_is_shared = false;

    /// The data of a receiver before an operation whose result is shared, for the policy `ignore`;
    /// nullptr: none.
    const Snapshot *before = nullptr;

    /// The processes that contribute to the result of this process, and how much.
    Contributions contributions{};

    AtLoss at_loss = AtLoss::redo;

    /// The non-contributors. The root notes here members of the communicator whose contributions it
    /// did not get; a member notes those whose blocks are not in the result of all. nullptr: the
    /// caller asks for none.
    std::vector<int> *silent = nullptr;

    /// The kept data that makes an agreement unnecessary under the optimistic commit.
    LogPlan kept{};

    /// The codes of an attempt: of the real call, and of its confirmation if there was one.
    int outcome = not_attempted;
    Confirmation confirmation{};
    bool composed = false; ///< the layout made it (Layout::compose)

    static constexpr int not_attempted = -1; ///< no MPI function returns this value
};

} // namespace closeranks
