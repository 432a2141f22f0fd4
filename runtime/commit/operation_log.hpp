#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/known_sizes.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace closeranks {

/// The data that a member keeps in its log of the operations that it has completed under the
/// optimistic commit (docs/developers/commit.md). This code runs in every such call. So it is
/// inline, and does not ask the MPI about datatypes that it knows.

namespace cold {
[[nodiscard]] bool is_unbroken(Communicator &c) noexcept;
} // namespace cold

/// Queries and copies of elements of any datatype.
struct AnyType {
    /// Bytes of the elements without gaps. The real call judges the program's arguments; here an
    /// invalid argument counts as nothing.
    [[nodiscard]] static std::size_t size_of(const Communicator &c, LogPlan::Elements e) noexcept;

    /// Copies the elements, `size` bytes of them, to contiguous memory.
    static void copy_out(LogPlan::Elements e, std::size_t size, std::byte *place) noexcept;
};

/// The same for datatypes of known size, in a few instructions.
struct KnownType {
    /// The size of an element of any other type. A negative count counts for more.
    static constexpr std::size_t unknown = std::size_t{1} << 24;

    [[nodiscard, gnu::always_inline]] static inline std::size_t
    size_of(const Communicator &, LogPlan::Elements e) noexcept {
        const std::size_t size = known_sizes.find(e.type, unknown);
        if constexpr (!has_large_forms) return static_cast<std::uint32_t>(e.count) * size;
        constexpr std::uint64_t most =
            ~std::uint32_t{0}; // so many elements are too long for the log
        return std::min(static_cast<std::uint64_t>(e.count), most) * size;
    }
    [[gnu::always_inline]] static inline void copy_out(LogPlan::Elements e, std::size_t size,
                                                       std::byte *place) noexcept {
        // One number at a time is the most frequent case by far.
        if (size == sizeof(std::uint64_t))
            std::memcpy(place, e.buffer, sizeof(std::uint64_t));
        else if (size == sizeof(std::uint32_t))
            std::memcpy(place, e.buffer, sizeof(std::uint32_t));
        else
            std::memcpy(place, e.buffer, size);
    }
};

/// This member's contribution, unless the call has overwritten it.
[[nodiscard, gnu::always_inline]] inline LogPlan::Elements given(const LogPlan &kept) noexcept {
    return kept.in_place() ? kept.theirs : kept.mine;
}

/// The bytes for which the operation counts in the log: the same at all members.
template <typename Kind = AnyType>
[[nodiscard, gnu::always_inline]] inline std::size_t
bytes_for_all(const Communicator &c, const Operation &operation) noexcept {
    const LogPlan &kept = operation.kept;
    const auto members = static_cast<std::size_t>(c.size);
    const bool at_root = c.rank == operation.root;
    switch (kept.what) {
    case LogPlan::What::agreed:
    case LogPlan::What::confirmed:
    case LogPlan::What::nothing:
        return 0;
    case LogPlan::What::result:
        return Kind::size_of(c, kept.mine) * (kept.blocks ? members : 1);
    case LogPlan::What::contribution:
        return Kind::size_of(c, at_root ? kept.theirs : kept.mine);
    case LogPlan::What::parts:
        return Kind::size_of(c, at_root ? kept.mine : kept.theirs) * members;
    case LogPlan::What::exchange:
        return Kind::size_of(c, given(kept)) * members;
    case LogPlan::What::prefix: // an exclusive one has no result at the lowest
        return kept.exclusive ? 2 * Kind::size_of(c, given(kept)) : Kind::size_of(c, kept.theirs);
    }
    return 0;
}

/// An exchange or a scan that is too long for any log is confirmed without being kept: a barrier
/// costs less than an agreement on a run-ahead limit. The same at all members.
[[gnu::always_inline]] inline void confirm_if_long(Operation &operation,
                                                   std::size_t bytes) noexcept {
    using enum LogPlan::What;
    LogPlan::What &what = operation.kept.what;
    if ((what == exchange || what == prefix) && bytes > Log::longest) what = confirmed;
}

/// True if success at one member proves that all members had entered.
[[nodiscard, gnu::always_inline]] inline bool synchronizes(const Operation &operation,
                                                           std::size_t bytes) noexcept {
    const LogPlan::What what = operation.kept.what;
    return what == LogPlan::What::nothing ||
           (what == LogPlan::What::result && !operation.result_is_shared && bytes != 0);
}

/// True for a contribution that a member gives before the others need to have received it. The
/// run-ahead limit of the communicator bounds the unconfirmed ones.
[[nodiscard, gnu::always_inline]] inline bool is_paced(LogPlan::What what) noexcept {
    using enum LogPlan::What;
    return what == contribution || what == exchange || what == prefix;
}

/// The bytes for which the operation counts in the log: the same at all members. A paced
/// contribution counts for as much as the run-ahead limit requires.
[[nodiscard, gnu::always_inline]] inline std::size_t
counted(const Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    return is_paced(operation.kept.what) ? std::max(bytes, c.pace.share()) : bytes;
}

/// True when the operation can be kept, false when it has to be confirmed or agreed on; the same at
/// all members.
[[nodiscard, gnu::always_inline]] inline bool
is_logged(const Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    using enum LogPlan::What;
    const LogPlan &kept = operation.kept;
    if (kept.what == agreed || kept.what == confirmed || bytes > Log::longest) return false;
    // A synchronizing operation empties the log.
    return synchronizes(operation, bytes) || !c.log.is_full(counted(c, operation, bytes));
}

/// Called after the real call of an operation that is not kept. Succeeds only if all members have
/// their results. After paced contributions the members also agree on their run-ahead limit.
///
/// The confirmation functions get no Operation, because an object whose address is taken does not
/// stay in registers.
[[nodiscard, gnu::cold]] Confirmation confirm(Communicator &c, LogPlan::What what,
                                              bool result_is_shared) noexcept;

/// The time of an operation at this process since the last confirmation of contributions.
[[nodiscard]] double measure_pace(Communicator &c) noexcept;

/// Counts an operation as completed of which all members have their results.
[[gnu::cold]] void log_confirmed(Communicator &c, LogPlan::What what, double slowest) noexcept;

/// True when the success of the real call, or of the confirmation if the operation is not `kept`,
/// is final. After a new failure, or on a revoked communicator, success proves nothing
/// (docs/developers/design.md, rule 5). A broadcast is the exception: only its sends are not
/// checked.
[[nodiscard, gnu::always_inline]] inline bool is_final(Communicator &c, bool result_is_shared,
                                                       bool kept) noexcept {
    if (kept && result_is_shared) return true;
    if (FailedProcesses::count() == c.failures_seen && !c.working.may_be_revoked()) [[likely]]
        return true;
    return cold::is_unbroken(c);
}

/// True when this member's entry of the operation holds data that other members may need.
[[nodiscard, gnu::always_inline]] inline bool holds_data(const Communicator &c,
                                                         const Operation &operation) noexcept {
    const LogPlan::What what = operation.kept.what;
    const bool at_root = c.rank == operation.root;
    return what != LogPlan::What::nothing && !(what == LogPlan::What::contribution && at_root) &&
           !(what == LogPlan::What::parts && !at_root);
}

/// True where no member comes before this one in a scan.
[[nodiscard, gnu::always_inline]] inline bool is_lowest(const Communicator &c) noexcept {
    return c.working_ranks->live(c.rank) == LiveRank{0};
}

/// Copies the part of a scan for the members above: its result. If the scan is exclusive: this
/// member's contribution and then its result, which is nothing at the lowest member.
template <typename Kind>
[[gnu::always_inline]] inline void copy_prefix(const Communicator &c, const Operation &operation,
                                               std::size_t bytes, std::byte *place) noexcept {
    const LogPlan &kept = operation.kept;
    if (!kept.exclusive) return Kind::copy_out(kept.theirs, bytes, place);
    const std::size_t half = bytes / 2;
    if (kept.in_place()) [[unlikely]]
        operation.inputs->copy_to(place, half);
    else
        Kind::copy_out(kept.mine, half, place);
    if (!is_lowest(c) && Kind::size_of(c, kept.theirs) == half)
        Kind::copy_out(kept.theirs, half, place + half);
}

/// Adds the entry of an operation that is counted as completed: the data that other members may
/// need.
template <typename Kind = AnyType>
[[gnu::always_inline]] inline void append(Communicator &c, const Operation &operation,
                                          std::size_t bytes) noexcept {
    const LogPlan::What what = operation.kept.what;
    const bool exchange = what == LogPlan::What::exchange;
    const bool holds = holds_data(c, operation);
    const bool parts = (what == LogPlan::What::parts || exchange) && holds;
    const std::size_t size = holds ? bytes : 0; // none: no elements
    std::byte *const place = c.log.append(counted(c, operation, bytes), size,
                                          parts ? static_cast<std::uint32_t>(c.size) : 1);
    if (size == 0) return;
    if (what == LogPlan::What::prefix) return copy_prefix<Kind>(c, operation, size, place);
    if (exchange && operation.kept.in_place()) [[unlikely]]
        return operation.inputs->copy_to(place, size);
    LogPlan::Elements all = operation.kept.mine;
    if (operation.kept.blocks) all.count *= c.size;
    Kind::copy_out(all, size, place);
}

/// Counts the operation as completed and keeps the data that other members may need.
template <typename Kind = AnyType>
[[gnu::always_inline]] inline void keep(Communicator &c, const Operation &operation,
                                        std::size_t bytes) noexcept {
    const std::uint64_t number = c.count();
    if (synchronizes(operation, bytes)) c.log.cut(number);
    append<Kind>(c, operation, bytes);
}

/// The same on the slow path, where blocks of some members may be missing (Operation::silent).
void keep_with_gaps(Communicator &c, const Operation &operation, std::size_t bytes) noexcept;

} // namespace closeranks
