#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/commit/at_loss.hpp"
#include "runtime/commit/contributions.hpp"
#include "runtime/commit/snapshot.hpp"
#include "runtime/support/function_ref.hpp"
#include "runtime/support/large.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace closeranks {

/// What a member keeps of an operation, so that it need not be agreed on
/// (docs/developers/commit.md).
struct LogPlan {
    enum class What : std::uint8_t {
        agreed,       ///< nothing: it is agreed on, for the process is to stop serving others
        confirmed,    ///< nothing: a confirmation shows that all have their results
        nothing,      ///< that it is over is all there is to know (Barrier)
        result,       ///< what everybody has afterwards
        contribution, ///< what the root gets from this member
        parts,        ///< at the root: what it has for everybody
        exchange,     ///< what this member has for everybody
        prefix,       ///< what this member's result of a scan hands on to those above
    };
    /// Elements of a datatype; of equal blocks, those of one block.
    struct Elements {
        void *buffer = nullptr;
        MPI_Count count = 0;
        MPI_Datatype type = MPI_BYTE;
    };

    What what = What::confirmed;
    Elements mine{};         ///< what is kept; of a scan: what this member gives
    Elements theirs{};       ///< where what others give goes: the first block
    bool blocks = false;     ///< `mine` is the first of as many blocks as there are ranks
    MPI_Op op = MPI_OP_NULL; ///< what combines contributions; none: each has its own block
    bool exclusive = false;  ///< a scan's result lacks what this member gives
    Elements from{};         ///< what this member gives to a result that all give to
    NumberArray counts{};    ///< of a share: the elements of each block, if they are not alike

    [[nodiscard]] bool in_place() const noexcept { return mine.buffer == MPI_IN_PLACE; }
};

[[nodiscard]] inline LogPlan agree_on() noexcept { return {.what = LogPlan::What::agreed}; }

[[nodiscard]] inline LogPlan log_nothing() noexcept { return {.what = LogPlan::What::nothing}; }

[[nodiscard]] inline LogPlan log_result(void *buffer, MPI_Count count, MPI_Datatype type) noexcept {
    return {.what = LogPlan::What::result, .mine = {buffer, count, type}};
}

/// The blocks of everybody, at `buffer`. This member's is what it has in `from`.
[[nodiscard]] inline LogPlan log_blocks(const void *from, MPI_Count from_count,
                                        MPI_Datatype from_type, void *buffer, MPI_Count count,
                                        MPI_Datatype type) noexcept {
    return {.what = LogPlan::What::result,
            .mine = {buffer, count, type},
            .blocks = true,
            .from = {const_cast<void *>(from), from_count, from_type}}; // only ever read
}

/// The result that `op` has made of what everybody has in `from`.
[[nodiscard]] inline LogPlan log_combined(const void *from, MPI_Count from_count,
                                          MPI_Datatype from_type, void *buffer, MPI_Count count,
                                          MPI_Datatype type, MPI_Op op) noexcept {
    return {.what = LogPlan::What::result,
            .mine = {buffer, count, type},
            .op = op,
            .from = {const_cast<void *>(from), from_count, from_type}}; // only ever read
}

/// This member's block of the vector that `op` has made of everybody's `from`: as nobody else has
/// that, it is confirmed. The blocks of all have as many elements.
[[nodiscard]] inline LogPlan log_share(const void *from, MPI_Count from_count,
                                       MPI_Datatype from_type, void *buffer, MPI_Count count,
                                       MPI_Datatype type, MPI_Op op) noexcept {
    LogPlan plan = log_combined(from, from_count, from_type, buffer, count, type, op);
    plan.what = LogPlan::What::confirmed;
    plan.blocks = true;
    return plan;
}

/// The same with as many elements in the block of each rank as its count says.
[[nodiscard]] inline LogPlan log_share(const void *from, NumberArray, MPI_Datatype from_type,
                                       void *buffer, NumberArray counts, MPI_Datatype type,
                                       MPI_Op op) noexcept {
    constexpr int invalid = -1; // is what there is without an array
    LogPlan plan = log_share(from, invalid, from_type, buffer, invalid, type, op);
    plan.counts = counts;
    return plan;
}

[[nodiscard]] inline LogPlan log_contribution(const void *buffer, MPI_Count count,
                                              MPI_Datatype type, void *into, MPI_Count into_count,
                                              MPI_Datatype into_type,
                                              MPI_Op op = MPI_OP_NULL) noexcept {
    return {.what = LogPlan::What::contribution,
            .mine = {const_cast<void *>(buffer), count, type}, // only ever read
            .theirs = {into, into_count, into_type},
            .op = op};
}

[[nodiscard]] inline LogPlan log_parts(const void *buffer, MPI_Count count, MPI_Datatype type,
                                       void *into, MPI_Count into_count,
                                       MPI_Datatype into_type) noexcept {
    return {.what = LogPlan::What::parts,
            .mine = {const_cast<void *>(buffer), count, type}, // only ever read
            .theirs = {into, into_count, into_type},
            .blocks = true};
}

[[nodiscard]] inline LogPlan log_exchange(const void *buffer, MPI_Count count, MPI_Datatype type,
                                          void *into, MPI_Count into_count,
                                          MPI_Datatype into_type) noexcept {
    LogPlan plan = log_parts(buffer, count, type, into, into_count, into_type);
    plan.what = LogPlan::What::exchange;
    return plan;
}

[[nodiscard]] inline LogPlan log_prefix(const void *buffer, MPI_Count count, MPI_Datatype type,
                                        void *into, MPI_Count into_count, MPI_Datatype into_type,
                                        bool exclusive, MPI_Op op) noexcept {
    LogPlan plan = log_contribution(buffer, count, type, into, into_count, into_type, op);
    plan.what = LogPlan::What::prefix;
    plan.exclusive = exclusive;
    return plan;
}

/// What a confirmation has returned (docs/developers/commit.md).
struct Confirmation {
    int code = -1;        ///< no MPI function returns that: there was none
    bool entered = false; ///< the call itself has brought what it should
    double slowest = 0;   ///< after what is paced: what the members agree on as their Pace
};

/// One collective operation, ready to be attempted as often as it takes.
struct Operation {
    static constexpr int no_root = -1;

    Function function;

    /// The application rank of the root, or no_root.
    int root = no_root;

    /// The program's call on a real communicator; `root` is translated already.
    FunctionRef<int(MPI_Comm working, int root)> native{};

    /// The same while ranks are missing, where that differs: positional operations keep every block
    /// at its application rank's place. Empty: the native call serves. See call_on().
    FunctionRef<int(MPI_Comm working, int root)> compacted{};

    /// What the operation overwrites although a redo needs it (MPI_IN_PLACE); nullptr: nothing.
    Snapshot *inputs = nullptr;

    /// After this operation every member holds what the root held (Bcast): any holder can serve
    /// the others when the root is gone.
    bool result_is_shared = false;

    /// What a receiver had before an operation whose result is shared, for the policy `ignore`;
    /// nullptr: nothing.
    const Snapshot *before = nullptr;

    /// Who contributes to the result of this process, and how much.
    Contributions contributions{};

    AtLoss at_loss = AtLoss::redo;

    /// Where the root notes whose contributions it did not get though they are members still, or a
    /// member whose blocks are not in the result of all; nullptr: it asks for none.
    std::vector<int> *silent = nullptr;

    /// What makes an agreement unnecessary under the optimistic commit.
    LogPlan kept{};

    /// What an attempt has returned: the real call, and the confirmation of it if there was one.
    int outcome = not_attempted;
    Confirmation confirmation{};
    bool composed = false; ///< it was made on the parts of a hierarchical layout

    static constexpr int not_attempted = -1; ///< no MPI function returns that
};

} // namespace closeranks
