#pragma once

#include "runtime/commit/collective.hpp"
#include "runtime/layouts/hierarchy.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace closeranks {

/// Elements of a datatype, to be combined.
struct Summands {
    MPI_Count count;
    MPI_Datatype type;
    MPI_Op op;
};

/// Memory for as many elements; empty for an invalid number or type, which the MPI will judge.
class PartialResult {
  public:
    explicit PartialResult(const Summands &kind) {
        if (kind.count <= 0 || kind.type == MPI_DATATYPE_NULL) return;
        const DatatypeExtent layout = extent_of(kind.type);
        lower_bound_ = layout.true_lower_bound;
        memory_ = std::make_unique_for_overwrite<std::byte[]>(
            static_cast<std::size_t>(layout.extent * (kind.count - 1) + layout.true_extent));
    }
    [[nodiscard]] void *data() noexcept { return memory_ ? memory_.get() - lower_bound_ : nullptr; }

  private:
    MPI_Aint lower_bound_ = 0;
    std::unique_ptr<std::byte[]> memory_;
};

/// The operations of the parts in one call.
class Composition {
  public:
    Composition(const Communicator &parent, const Hierarchy &parts, Function function) noexcept
        : hierarchy_(parts), function_(function),
          at_leader_(parts.rank_in_local(parent.rank) == leader),
          number_(parts.local_of(parent.rank)) {}

    [[nodiscard]] bool at_leader() const noexcept { return at_leader_; }
    [[nodiscard]] bool is_leader(int rank) const noexcept {
        return hierarchy_.rank_in_local(rank) == leader;
    }
    [[nodiscard]] bool has_one_local() const noexcept {
        return hierarchy_.local_of(hierarchy_.members.front()) ==
               hierarchy_.local_of(hierarchy_.members.back());
    }
    [[nodiscard]] bool is_in_local_of(int rank) const noexcept {
        return hierarchy_.local_of(rank) == number_;
    }

    /// Combines the data of the members of the subcommunicator, at its leader.
    int combine_in_local(const void *from, void *into, const Summands &kind) noexcept {
        if (hierarchy_.local == nullptr) {
            if (into != nullptr) copy_elements(from, into, kind.count, kind.type);
            return MPI_SUCCESS;
        }
        const auto native = [=](MPI_Comm working, int root) {
            return CLOSERANKS_LARGE(Reduce)(from, into, kind.count, kind.type, kind.op, root,
                                            working);
        };
        const auto describe = [&](auto &call) {
            return Operation{.function = function_,
                             .root = leader,
                             .native = call,
                             .kept = log_contribution(from, kind.count, kind.type, into, kind.count,
                                                      kind.type, kind.op)};
        };
        return run_collective(*hierarchy_.local, native, describe);
    }

    /// Gathers blocks of `size` bytes, in the order of the subcommunicator's ranks, at its leader.
    /// Writes nothing for a member that the subcommunicator has lost.
    int gather_in_local(const std::byte *block, std::byte *into, int size) noexcept {
        if (hierarchy_.local == nullptr) {
            std::copy_n(block, size, into);
            return MPI_SUCCESS;
        }
        Communicator &local = *hierarchy_.local;
        Snapshot untouched(into, at_leader_ ? size * local.size : 0, MPI_BYTE);
        const auto native = [=](MPI_Comm working, int root) {
            return real.Gather(block, size, MPI_BYTE, into, size, MPI_BYTE, root, working);
        };
        const auto among_survivors = [=, &local](MPI_Comm working, int root) {
            const auto survivors = local.working_ranks->survivors();
            const std::vector<int> counts(survivors.size(), size);
            std::vector<int> places(survivors.begin(), survivors.end());
            for (int &place : places)
                place *= size;
            return real.Gatherv(block, size, MPI_BYTE, into, counts.data(), places.data(), MPI_BYTE,
                                root, working);
        };
        const auto describe = [&](auto &call, auto &compacted) {
            return Operation{.function = function_,
                             .root = leader,
                             .native = call,
                             .compacted = compacted,
                             .inputs = &untouched,
                             .kept = log_contribution(block, size, MPI_BYTE, into, size, MPI_BYTE)};
        };
        return run_collective(local, native, describe, among_survivors);
    }

    /// Waits for all members of the subcommunicator.
    int meet_in_local() noexcept {
        if (hierarchy_.local == nullptr) return MPI_SUCCESS;
        const auto native = [](MPI_Comm working, int) { return real.Barrier(working); };
        const auto describe = [&](auto &call) {
            return Operation{.function = function_, .native = call, .kept = log_nothing()};
        };
        return run_collective(*hierarchy_.local, native, describe);
    }

    /// Broadcasts from `rank` of the parent, or from the leader, to all of the subcommunicator.
    int give_to_local(void *buffer, LargeCount count, MPI_Datatype type, int rank = none) noexcept {
        if (hierarchy_.local == nullptr) return MPI_SUCCESS;
        const int root = rank == none ? leader : hierarchy_.rank_in_local(rank);
        const auto native = [=](MPI_Comm working, int live_root) {
            return CLOSERANKS_LARGE(Bcast)(buffer, count, type, live_root, working);
        };
        const auto describe = [&](auto &call) {
            return Operation{.function = function_,
                             .root = root,
                             .native = call,
                             .result_is_shared = true,
                             .kept = log_result(buffer, count, type)};
        };
        return run_collective(*hierarchy_.local, native, describe);
    }

    /// Runs `call(global)` among the leaders; does nothing elsewhere. Success proves nothing if a
    /// leader has failed, or on a revoked communicator (docs/developers/design.md, rule 5).
    template <typename Call> int among_leaders(const Call &call) noexcept {
        const MPI_Comm global = hierarchy_.global.get();
        if (global == MPI_COMM_NULL) return MPI_SUCCESS;
        const int code = call(global);
        if (code != MPI_SUCCESS) return as_failure(code, global);
        const bool stands =
            !is_revoked(global) && (FailedProcesses::count() == 0 || !is_broken(global));
        return stands ? MPI_SUCCESS : MPIX_ERR_REVOKED;
    }

    /// The members of which the parts were made.
    [[nodiscard]] const std::vector<int> &members() const noexcept { return hierarchy_.members; }

    /// The number of these members in each subcommunicator, in the order of the leaders.
    [[nodiscard]] std::vector<int> members_by_local() const {
        std::vector<int> counts;
        int latest = none;
        for (const int member : hierarchy_.members) {
            if (const int number = hierarchy_.local_of(member); number != latest) {
                counts.push_back(0);
                latest = number;
            }
            ++counts.back();
        }
        return counts;
    }

    /// For data with a part for every rank: the first rank of each subcommunicator's share, in the
    /// order of the leaders. The parts of lost ranks belong to the share before.
    [[nodiscard]] std::vector<int> first_of_shares() const {
        std::vector<int> firsts;
        int latest = none;
        for (const int member : hierarchy_.members)
            if (const int number = hierarchy_.local_of(member); number != latest) {
                firsts.push_back(firsts.empty() ? 0 : member);
                latest = number;
            }
        return firsts;
    }
    [[nodiscard]] int rank_of_leader() const noexcept { return hierarchy_.rank_of_leader(number_); }

    /// The rank among leaders of the leader in the subcommunicator of `rank`.
    [[nodiscard]] int leader_of(int rank) const noexcept {
        return hierarchy_.rank_of_leader(hierarchy_.local_of(rank));
    }

    static constexpr int none = -1;
    static constexpr int leader = 0; ///< its rank in its subcommunicator

  private:
    const Hierarchy &hierarchy_;
    Function function_;
    bool at_leader_;
    int number_; ///< of the subcommunicator
};

} // namespace closeranks
