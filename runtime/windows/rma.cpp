#include "runtime/windows/rma.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/support/device_memory.hpp"
#include "runtime/support/large.hpp"
#include "runtime/windows/rma_target.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace closeranks {

namespace {

/// True if the program has an epoch in which it may access `rank`. For windows in which the MPI
/// checks this.
bool may_access(Window &window, int rank) noexcept {
    if (!window.is_strict()) return true;
    switch (window.access) {
    case Window::Access::none:
        return window.held_at(rank) != Window::Lock::none;
    case Window::Access::fenced:
        // An access under a lock does not begin the fence's epoch.
        if (window.held_at(rank) == Window::Lock::none) window.accessed = true;
        return true;
    case Window::Access::started:
        return std::find(window.started.begin(), window.started.end(), rank) !=
               window.started.end();
    case Window::Access::locked_all:
        return true;
    }
    return false;
}

/// Calls `act(target)` if there is a target, and returns the program's code.
template <typename Act>
int reach(Window &window, int rank, MPI_Aint disp, MPI_Count count, MPI_Datatype type,
          Act act) noexcept {
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (!may_access(window, rank)) return window.raise(MPI_ERR_RMA_SYNC);
    if (window.is_gone(rank)) [[unlikely]]
        return count == 0 ? MPI_SUCCESS : window.without(Entry::function(), rank);
    const Target target(window.peer(rank), disp, count, type);
    if (target.bytes() == 0) return MPI_SUCCESS;
    if (!target.fits()) return window.raise(MPI_ERR_RMA_RANGE);
    const int code = act(target);
    attempted();
    if (code == target_has_ended) return window.without(Entry::function(), rank);
    return window.raise(code);
}

/// The arguments of an accumulating call besides its target.
struct Change {
    TypedData origin;
    TypedData result;
    bool fetches; ///< the former data, into `result`
    MPI_Op op;
};

/// Changes data that can be changed in place, if the origin has as much of it.
int change_in_place(std::byte *at, const Target &target, const Change &change) noexcept {
    const std::size_t bytes = target.bytes();
    if (change.op == MPI_NO_OP) return MPI_SUCCESS;
    if (change.op == MPI_REPLACE) {
        std::memmove(at, change.origin.at, bytes);
        return MPI_SUCCESS;
    }
    return CLOSERANKS_LARGE(Reduce_local)(change.origin.at, at, change.origin.count,
                                          change.origin.type, change.op);
}

int change_copy(const Target &target, const Change &change, const Data &origin, std::size_t bytes,
                std::vector<std::byte> &data) noexcept {
    if (change.op == MPI_NO_OP) return MPI_SUCCESS;
    if (change.op == MPI_REPLACE) return target.write(origin.get(), bytes);
    const int code =
        combine_data(origin.get(), data.data(), bytes, basic_type(target.type()), change.op);
    return code == MPI_SUCCESS ? target.write(data.data(), bytes) : code;
}

/// Fetches the former data, then changes it; no accumulating call of another process comes between.
int change(Window &window, int rank, const Target &target, const Change &change) noexcept {
    const bool takes = change.op != MPI_NO_OP;
    const DataLayout from(takes ? change.origin.count : 0, change.origin.type);
    const bool fetches = change.fetches;
    const DataLayout to(fetches ? change.result.count : 0, change.result.type);
    if (from.bytes() > target.bytes() || (fetches && target.bytes() > to.bytes()))
        return MPI_ERR_TRUNCATE;
    void *const result = const_cast<void *>(change.result.at);

    std::byte *const at = target.in_place();
    if (at != nullptr && from.is_plain() && (!takes || from.bytes() == target.bytes()) &&
        to.is_plain() && is_for_cpu(change.origin.at) && is_for_cpu(result)) [[likely]] {
        const Accumulating alone(window, rank);
        if (fetches) std::memmove(result, at, target.bytes());
        const int code = change_in_place(at, target, change);
        attempted();
        return code;
    }
    Data origin;
    if (takes)
        if (const int code = origin.read(change.origin, from); code != MPI_SUCCESS) return code;
    std::vector<std::byte> data(target.bytes());
    if (target.is_far()) {
        const int code = target.combine({origin.get(), from.bytes()}, change.op,
                                        fetches ? data.data() : nullptr);
        if (!fetches || code != MPI_SUCCESS) return code;
        return write_data(data.data(), data.size(), result, to, change.result);
    }
    int code = MPI_SUCCESS;
    const std::vector<std::byte> *fetched = &data;
    std::vector<std::byte> before;
    {
        const Accumulating alone(window, rank);
        code = target.read(data.data());
        if (fetches && takes) {
            before = data;
            fetched = &before;
        }
        if (code == MPI_SUCCESS) code = change_copy(target, change, origin, from.bytes(), data);
        attempted();
    }
    if (!fetches || code != MPI_SUCCESS) return code;
    return write_data(fetched->data(), fetched->size(), result, to, change.result);
}

} // namespace

int put(Window &window, const void *origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype) noexcept {
    const auto act = [&](const Target &target) {
        const DataLayout from(origin_count, origin_datatype);
        if (from.bytes() > target.bytes()) return MPI_ERR_TRUNCATE;
        Data data;
        const int code = data.read({origin_addr, origin_count, origin_datatype}, from);
        return code == MPI_SUCCESS ? target.write(data.get(), from.bytes()) : code;
    };
    return reach(window, target_rank, target_disp, target_count, target_datatype, act);
}

int get(Window &window, void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype) noexcept {
    const auto act = [&](const Target &target) {
        const DataLayout to(origin_count, origin_datatype);
        if (target.bytes() > to.bytes()) return MPI_ERR_TRUNCATE;
        if (to.is_plain() && is_for_cpu(origin_addr))
            return target.read(static_cast<std::byte *>(origin_addr));
        std::vector<std::byte> data(target.bytes());
        const int code = target.read(data.data());
        if (code != MPI_SUCCESS) return code;
        return write_data(data.data(), data.size(), origin_addr, to,
                          {origin_addr, origin_count, origin_datatype});
    };
    return reach(window, target_rank, target_disp, target_count, target_datatype, act);
}

int accumulate(Window &window, const void *origin_addr, MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op) noexcept {
    const Change wanted{{origin_addr, origin_count, origin_datatype}, {}, false, op};
    return reach(window, target_rank, target_disp, target_count, target_datatype,
                 [&](const Target &target) { return change(window, target_rank, target, wanted); });
}

int get_accumulate(Window &window, const void *origin_addr, MPI_Count origin_count,
                   MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                   MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op) noexcept {
    const Change wanted{{origin_addr, origin_count, origin_datatype},
                        {result_addr, result_count, result_datatype},
                        true,
                        op};
    return reach(window, target_rank, target_disp, target_count, target_datatype,
                 [&](const Target &target) { return change(window, target_rank, target, wanted); });
}

int fetch_and_op(Window &window, const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                 int target_rank, MPI_Aint target_disp, MPI_Op op) noexcept {
    return get_accumulate(window, origin_addr, 1, datatype, result_addr, 1, datatype, target_rank,
                          target_disp, 1, datatype, op);
}

int compare_and_swap(Window &window, const void *origin_addr, const void *compare_addr,
                     void *result_addr, MPI_Datatype datatype, int target_rank,
                     MPI_Aint target_disp) noexcept {
    const auto act = [&](const Target &target) {
        const std::size_t bytes = target.bytes();
        // Deliberately not initialised; larger than any number needs.
        std::array<std::byte, 64> before;
        if (bytes > before.size()) return MPI_ERR_TYPE;
        const DataLayout one(1, datatype);
        Data expected;
        Data wanted;
        int code = expected.read({compare_addr, 1, datatype}, one);
        if (code == MPI_SUCCESS) code = wanted.read({origin_addr, 1, datatype}, one);
        if (code != MPI_SUCCESS) return code;
        if (target.is_far()) {
            code = target.swap(expected.get(), wanted.get(), before.data());
        } else {
            const Accumulating alone(window, target_rank);
            code = target.read(before.data());
            if (code == MPI_SUCCESS && std::memcmp(before.data(), expected.get(), bytes) == 0)
                code = target.write(wanted.get(), bytes);
            attempted();
        }
        if (code != MPI_SUCCESS) return code;
        return write_data(before.data(), bytes, result_addr, one, {result_addr, 1, datatype});
    };
    return reach(window, target_rank, target_disp, 1, datatype, act);
}

} // namespace closeranks
