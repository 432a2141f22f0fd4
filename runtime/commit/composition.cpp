#include "runtime/commit/composition.hpp"

#include "runtime/commit/blocks.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/commit/composition_shape.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/support/datatype_copy.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// Elements of a datatype, to be combined.
struct Summands {
    int count;
    MPI_Datatype type;
    MPI_Op op;
};

/// Memory for as many elements; none for an invalid number or type, which the MPI will judge.
class Scratch {
  public:
    explicit Scratch(const Summands &kind) {
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

/// What the parts do in one call.
class Composition {
  public:
    Composition(Communicator &whole, Function function) noexcept
        : hierarchy_(*whole.hierarchy), function_(function),
          at_master_(hierarchy_.rank_in_local(whole.rank) == master),
          number_(hierarchy_.local_of(whole.rank)) {}

    [[nodiscard]] bool at_master() const noexcept { return at_master_; }
    [[nodiscard]] bool is_master(int rank) const noexcept {
        return hierarchy_.rank_in_local(rank) == master;
    }
    [[nodiscard]] bool has_one_local() const noexcept {
        return hierarchy_.local_of(hierarchy_.members.front()) ==
               hierarchy_.local_of(hierarchy_.members.back());
    }
    [[nodiscard]] bool is_in_local_of(int rank) const noexcept {
        return hierarchy_.local_of(rank) == number_;
    }

    /// Combines what the members of the local have, at its master.
    int combine_in_local(const void *from, void *into, const Summands &kind) noexcept {
        if (hierarchy_.local == nullptr) {
            if (into != nullptr) copy_elements(from, into, kind.count, kind.type);
            return MPI_SUCCESS;
        }
        const auto native = [=](MPI_Comm working, int root) {
            return real.Reduce(from, into, kind.count, kind.type, kind.op, root, working);
        };
        const auto describe = [&](auto &call) {
            return Operation{.function = function_,
                             .root = master,
                             .native = call,
                             .kept = log_contribution(from, kind.count, kind.type, into, kind.count,
                                                      kind.type, kind.op)};
        };
        return run_collective(*hierarchy_.local, native, describe);
    }

    /// Blocks of `size` bytes, in the order of the local's ranks, at its master. Of a member that
    /// the local has lost nothing is written.
    int gather_in_local(const std::byte *block, std::byte *into, int size) noexcept {
        if (hierarchy_.local == nullptr) {
            std::copy_n(block, size, into);
            return MPI_SUCCESS;
        }
        Communicator &local = *hierarchy_.local;
        Snapshot untouched(into, at_master_ ? size * local.size : 0, MPI_BYTE);
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
                             .root = master,
                             .native = call,
                             .compacted = compacted,
                             .inputs = &untouched,
                             .kept = log_contribution(block, size, MPI_BYTE, into, size, MPI_BYTE)};
        };
        return run_collective(local, native, describe, among_survivors);
    }

    /// Waits for all of the local.
    int meet_in_local() noexcept {
        if (hierarchy_.local == nullptr) return MPI_SUCCESS;
        const auto native = [](MPI_Comm working, int) { return real.Barrier(working); };
        const auto describe = [&](auto &call) {
            return Operation{.function = function_, .native = call, .kept = log_nothing()};
        };
        return run_collective(*hierarchy_.local, native, describe);
    }

    /// From `rank` of the whole, or from the master, to all of the local.
    int give_to_local(void *buffer, int count, MPI_Datatype type, int rank = nobody) noexcept {
        if (hierarchy_.local == nullptr) return MPI_SUCCESS;
        const int root = rank == nobody ? master : hierarchy_.rank_in_local(rank);
        const auto native = [=](MPI_Comm working, int live_root) {
            return real.Bcast(buffer, count, type, live_root, working);
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

    /// `call(global)` among the masters; elsewhere nothing. Success beside a dead master, or on a
    /// revoked communicator, proves nothing (docs/design.md, rule 5).
    template <typename Call> int among_masters(const Call &call) noexcept {
        const MPI_Comm global = hierarchy_.global.get();
        if (global == MPI_COMM_NULL) return MPI_SUCCESS;
        const int code = call(global);
        if (code != MPI_SUCCESS) return as_failure(code, global);
        const bool stands =
            !is_revoked(global) && (FailedProcesses::count() == 0 || !is_broken(global));
        return stands ? MPI_SUCCESS : MPIX_ERR_REVOKED;
    }

    /// Whom the parts were made of.
    [[nodiscard]] const std::vector<int> &members() const noexcept { return hierarchy_.members; }

    /// How many of them each local has, in the order of the masters.
    [[nodiscard]] std::vector<int> members_by_local() const {
        std::vector<int> counts;
        int latest = nobody;
        for (const int member : hierarchy_.members) {
            if (const int number = hierarchy_.local_of(member); number != latest) {
                counts.push_back(0);
                latest = number;
            }
            ++counts.back();
        }
        return counts;
    }
    [[nodiscard]] int rank_of_master() const noexcept { return hierarchy_.rank_of_master(number_); }

    /// The rank among masters of the one in the local of `rank`.
    [[nodiscard]] int master_of(int rank) const noexcept {
        return hierarchy_.rank_of_master(hierarchy_.local_of(rank));
    }

    static constexpr int nobody = -1;
    static constexpr int master = 0; ///< its rank in its local

  private:
    const Hierarchy &hierarchy_;
    Function function_;
    bool at_master_;
    int number_; ///< of the local
};

int barrier(Composition &parts) noexcept {
    int code = parts.meet_in_local();
    if (code == MPI_SUCCESS) code = parts.among_masters(real.Barrier);
    char done = 0; // which a barrier in the local could not say: others may leave it before
    return code == MPI_SUCCESS ? parts.give_to_local(&done, 1, MPI_CHAR) : code;
}

int to_all(Composition &parts, int root, const LogPlan::Elements &data) noexcept {
    const bool from_here = parts.is_in_local_of(root);
    int code = MPI_SUCCESS;
    if (from_here) code = parts.give_to_local(data.buffer, data.count, data.type, root);
    if (code != MPI_SUCCESS) return code;
    code = parts.among_masters([&](MPI_Comm global) {
        return real.Bcast(data.buffer, data.count, data.type, parts.master_of(root), global);
    });
    if (code != MPI_SUCCESS || from_here) return code;
    return parts.give_to_local(data.buffer, data.count, data.type);
}

/// `into` matters at the root alone.
int to_one(Composition &parts, int root, bool at_root, const void *from, void *into,
           const Summands &kind) noexcept {
    const bool from_here = parts.is_in_local_of(root);
    Scratch partial(parts.at_master() ? kind : Summands{});
    Scratch total(from_here && !at_root ? kind : Summands{});
    void *const result = at_root ? into : total.data();
    int code = parts.combine_in_local(from, partial.data(), kind);
    if (code != MPI_SUCCESS) return code;
    if (parts.has_one_local() && parts.at_master())
        copy_elements(partial.data(), result, kind.count, kind.type);
    code = parts.among_masters([&](MPI_Comm global) {
        return real.Reduce(partial.data(), result, kind.count, kind.type, kind.op,
                           parts.master_of(root), global);
    });
    if (code != MPI_SUCCESS || !from_here || parts.is_master(root)) return code;
    return parts.give_to_local(result, kind.count, kind.type);
}

int among_all(Composition &parts, const void *from, void *result, const Summands &kind) noexcept {
    Scratch partial(parts.at_master() ? kind : Summands{});
    int code = parts.combine_in_local(from, partial.data(), kind);
    if (code != MPI_SUCCESS) return code;
    if (parts.has_one_local() && parts.at_master())
        copy_elements(partial.data(), result, kind.count, kind.type);
    code = parts.among_masters([&](MPI_Comm global) {
        return real.Allreduce(partial.data(), result, kind.count, kind.type, kind.op, global);
    });
    if (code != MPI_SUCCESS) return code;
    return parts.give_to_local(result, kind.count, kind.type);
}

/// The blocks of all, each at its rank's place from `first` on, from one that each `gives`. On
/// their way a byte before each says that it is there: a block that its local has lost is nowhere,
/// and the `silent` are those who have none.
int collect_blocks(Composition &parts, const LogPlan::Elements &gives,
                   const LogPlan::Elements &first, std::vector<int> &silent) noexcept {
    constexpr std::byte there{1};
    const std::size_t size = 1 + packed_size(gives.count, gives.type);
    std::vector<std::byte> block(size, there);
    pack_elements(gives.buffer, gives.count, gives.type, block.data() + 1);
    std::vector<std::byte> all(size * parts.members().size());
    std::vector<int> lengths = parts.members_by_local();
    std::vector<int> places;
    int length = 0;
    for (int &of_local : lengths) {
        of_local *= static_cast<int>(size);
        places.push_back(std::exchange(length, length + of_local));
    }
    std::byte *const ours = all.data() + places[static_cast<std::size_t>(parts.rank_of_master())];
    int code = parts.gather_in_local(block.data(), ours, static_cast<int>(size));
    if (code != MPI_SUCCESS) return code;
    code = parts.among_masters([&](MPI_Comm global) {
        return real.Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), lengths.data(), places.data(),
                               MPI_BYTE, global);
    });
    if (code == MPI_SUCCESS) code = parts.give_to_local(all.data(), length, MPI_BYTE);
    if (code != MPI_SUCCESS) return code;
    const std::byte *at = all.data();
    for (const int member : parts.members()) {
        if (*at == there)
            put(at + 1, block_of(first, member));
        else
            silent.push_back(member);
        at += size;
    }
    return MPI_SUCCESS;
}

/// True when what this member gives is one block, and not an empty one.
bool is_block(const Communicator &c, const LogPlan &kept) noexcept {
    const auto &[buffer, count, type] = kept.from;
    const std::size_t size = packed_size(kept.mine.count, kept.mine.type);
    if (buffer == MPI_IN_PLACE || size == 0) return size != 0;
    return check_elements(buffer, count, type, c.messages.get()) == MPI_SUCCESS &&
           packed_size(count, type) == size;
}

/// What is wrong in itself goes to the real call, whose error the program gets.
bool is_valid(const Communicator &c, const Operation &operation) noexcept {
    const LogPlan &kept = operation.kept;
    if (operation.root != Operation::no_root && (operation.root < 0 || operation.root >= c.size))
        return false;
    if (kept.what == LogPlan::What::nothing) return true;
    const bool in_place = kept.mine.buffer == MPI_IN_PLACE;
    const LogPlan::Elements &data = in_place ? kept.theirs : kept.mine;
    if (check_elements(data.buffer, data.count, data.type, c.messages.get()) != MPI_SUCCESS)
        return false;
    return shape_of(operation) != CompositionShape::blocks || is_block(c, kept);
}

/// True of what takes longer by way of the masters (docs/layouts.md). The length is the same at all
/// members.
bool is_too_long(const Communicator &c, const Operation &operation) noexcept {
    // Of a long vector the MPI gives each rank a part to combine; the parts of a composition would
    // each send, and combine, all of it.
    constexpr std::size_t longest_vector = 512 << 10; // bytes
    // All blocks go up and down. So far as they are kept that is no longer way than another.
    constexpr std::size_t longest_blocks = Log::longest;
    const auto &[buffer, count, type] = operation.kept.mine;
    switch (shape_of(operation)) {
    case CompositionShape::among_all:
        return packed_size(count, type) >= longest_vector;
    case CompositionShape::blocks:
        return packed_size(count, type) * static_cast<std::size_t>(c.size) > longest_blocks;
    default:
        return false;
    }
}

} // namespace

bool will_compose(const Communicator &c, const Operation &operation) noexcept {
    return c.hierarchy != nullptr && c.hierarchy->laid_out &&
           shape_of(operation) != CompositionShape::none && is_valid(c, operation) &&
           !is_too_long(c, operation);
}

int compose(Communicator &c, const Operation &operation) noexcept {
    Composition parts(c, operation.function);
    const LogPlan &kept = operation.kept;
    const auto &[buffer, count, type] = kept.mine;
    const Summands kind{count, type, kept.op};
    int code = MPI_SUCCESS;
    switch (shape_of(operation)) {
    case CompositionShape::none:
        break;
    case CompositionShape::barrier:
        code = barrier(parts);
        break;
    case CompositionShape::to_all:
        code = to_all(parts, operation.root, kept.mine);
        break;
    case CompositionShape::to_one:
        code =
            to_one(parts, operation.root, c.rank == operation.root,
                   buffer == MPI_IN_PLACE ? kept.theirs.buffer : buffer, kept.theirs.buffer, kind);
        break;
    case CompositionShape::among_all:
        code = among_all(parts, kept.from.buffer == MPI_IN_PLACE ? buffer : kept.from.buffer,
                         buffer, kind);
        break;
    case CompositionShape::blocks:
        code = collect_blocks(
            parts, kept.from.buffer == MPI_IN_PLACE ? block_of(kept.mine, c.rank) : kept.from,
            kept.mine, *operation.silent);
        break;
    }
    this_call.communicator.set(&c);
    return code;
}

Confirmation confirm_composed(Communicator &c, const Operation &operation) noexcept {
    Confirmation result;
    if (!is_composition_final(c)) {
        result.code = MPIX_ERR_REVOKED;
        return result;
    }
    result.entered = true;
    Composition parts(c, operation.function);
    if (operation.kept.what == LogPlan::What::contribution) {
        const double mine = measure_pace(c);
        result.code = among_all(parts, &mine, &result.slowest, {1, MPI_DOUBLE, MPI_MAX});
    } else {
        result.code = barrier(parts);
    }
    this_call.communicator.set(&c);
    return result;
}

bool is_composition_final(const Communicator &c) noexcept { return !c.working.is_revoked(); }

void note_lost_contributions(Communicator &c, Operation &operation) noexcept {
    std::vector<int> &silent = *operation.silent; // run_carefully's
    const std::vector<int> &members = c.hierarchy->members;
    if (shape_of(operation) != CompositionShape::blocks && FailedProcesses::count() != 0) {
        static_cast<void>(notice_failures(c));
        std::copy_if(members.begin(), members.end(), std::back_inserter(silent),
                     [&](int rank) { return is_missing(c, rank); });
    }
    c.contributors.set(static_cast<int>(members.size() - silent.size()));
}

} // namespace closeranks
