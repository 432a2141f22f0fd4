#include "runtime/rma.hpp"

#include "runtime/typed_data.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace closeranks {

namespace {

/// No code of the MPI: the process has ended meanwhile.
constexpr int target_has_ended = -1;

int code_of(int error) noexcept {
    if (error == 0) return MPI_SUCCESS;
    return error == ESRCH ? target_has_ended : MPI_ERR_RMA_RANGE;
}

/// The elements of the target that a call is about.
class Target {
  public:
    Target(const Window::Peer &peer, MPI_Aint disp, int count, MPI_Datatype type) noexcept
        : peer_(peer), layout_(count, type), type_{.at = nullptr, .count = count, .type = type},
          address_(peer.base + static_cast<std::uintptr_t>(disp * peer.disp_unit)) {}

    [[nodiscard]] std::size_t bytes() const noexcept { return layout_.bytes(); }
    [[nodiscard]] MPI_Datatype type() const noexcept { return type_.type; }
    [[nodiscard]] bool fits() const noexcept {
        return address_ + static_cast<std::uintptr_t>(layout_.begin()) >= peer_.begin &&
               address_ + static_cast<std::uintptr_t>(layout_.end()) <= peer_.end;
    }

    /// Where the data are, if they can be changed in place; else nullptr.
    [[nodiscard]] std::byte *in_place() const noexcept {
        return peer_.mapped && layout_.is_plain() ? reinterpret_cast<std::byte *>(address_)
                                                  : nullptr;
    }

    /// Copies the data; both return a code of the MPI or target_has_ended.
    [[nodiscard]] int read(std::byte *data) const noexcept;
    [[nodiscard]] int write(const std::byte *data, std::size_t bytes) const noexcept;

  private:
    /// Where the layout begins in the other process.
    [[nodiscard]] std::uintptr_t there() const noexcept {
        return address_ + static_cast<std::uintptr_t>(layout_.begin());
    }

    const Window::Peer &peer_;
    DataLayout layout_;
    TypedData type_;
    std::uintptr_t address_;
};

int Target::read(std::byte *data) const noexcept {
    if (peer_.mapped) {
        Data here;
        const TypedData at{reinterpret_cast<const void *>(address_), type_.count, type_.type};
        const int code = here.read(at, layout_);
        if (code == MPI_SUCCESS) std::memmove(data, here.get(), bytes());
        return code;
    }
    if (layout_.is_plain()) {
        const Segment all{.offset = 0, .length = bytes()};
        return code_of(peer_.elsewhere->read(data, there(), {&all, 1}));
    }
    const std::vector<Segment> segments = segments_of(layout_, type_);
    std::vector<std::byte> image(static_cast<std::size_t>(layout_.end() - layout_.begin()));
    const int code = code_of(peer_.elsewhere->read(image.data(), there(), segments));
    if (code != MPI_SUCCESS) return code;
    Data packed;
    const TypedData at{image.data() - layout_.begin(), type_.count, type_.type};
    const int packing = packed.read(at, layout_);
    if (packing == MPI_SUCCESS) std::memcpy(data, packed.get(), bytes());
    return packing;
}

int Target::write(const std::byte *data, std::size_t bytes) const noexcept {
    if (peer_.mapped)
        return write_data(data, bytes, reinterpret_cast<void *>(address_), layout_, type_);
    if (layout_.is_plain()) {
        const Segment all{.offset = 0, .length = bytes};
        return code_of(peer_.elsewhere->write(data, there(), {&all, 1}));
    }
    const std::vector<Segment> segments = segments_of(layout_, type_);
    std::vector<std::byte> image(static_cast<std::size_t>(layout_.end() - layout_.begin()));
    if (bytes < layout_.bytes()) // the rest is written as it was
        if (const int error = peer_.elsewhere->read(image.data(), there(), segments); error != 0)
            return code_of(error);
    const int code = write_data(data, bytes, image.data() - layout_.begin(), layout_, type_);
    if (code != MPI_SUCCESS) return code;
    return code_of(peer_.elsewhere->write(image.data(), there(), segments));
}

/// Whether the program has an epoch in which it may access `rank`, in windows where the MPI looks.
bool may_access(Window &window, int rank) noexcept {
    if (!window.is_strict()) return true;
    switch (window.access) {
    case Window::Access::none:
        return window.held_at(rank) != Window::Lock::none;
    case Window::Access::fenced:
        // What is done under a lock does not begin the fence's epoch.
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
int reach(const Entry &entry, Window &window, int rank, MPI_Aint disp, int count, MPI_Datatype type,
          Act act) noexcept {
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (!may_access(window, rank)) return window.raise(MPI_ERR_RMA_SYNC);
    if (window.is_gone(rank)) [[unlikely]]
        return window.without(entry.function(), rank);
    const Target target(window.peer(rank), disp, count, type);
    if (target.bytes() == 0) return MPI_SUCCESS;
    if (!target.fits()) return window.raise(MPI_ERR_RMA_RANGE);
    const int code = act(target);
    attempted(entry);
    if (code == target_has_ended) return window.without(entry.function(), rank);
    return window.raise(code);
}

/// What an accumulating call has besides its target.
struct Change {
    TypedData origin;
    TypedData result;
    bool fetches; ///< what was there, into `result`
    MPI_Op op;
};

/// Where the data can be changed in place, and the origin has as many of them.
int change_in_place(std::byte *at, const Target &target, const Change &change) noexcept {
    const std::size_t bytes = target.bytes();
    if (change.op == MPI_NO_OP) return MPI_SUCCESS;
    if (change.op == MPI_REPLACE) {
        std::memmove(at, change.origin.at, bytes);
        return MPI_SUCCESS;
    }
    return real.Reduce_local(change.origin.at, at, change.origin.count, change.origin.type,
                             change.op);
}

int change_copy(const Target &target, const Change &change, const Data &origin, std::size_t bytes,
                std::vector<std::byte> &data) noexcept {
    if (change.op == MPI_NO_OP) return MPI_SUCCESS;
    if (change.op == MPI_REPLACE) return target.write(origin.get(), bytes);
    const int code =
        combine_data(origin.get(), data.data(), bytes, basic_type(target.type()), change.op);
    return code == MPI_SUCCESS ? target.write(data.data(), bytes) : code;
}

/// Fetches what was there, then changes it; nobody else's accumulating call comes between.
int change(const Entry &entry, Window &window, int rank, const Target &target,
           const Change &change) noexcept {
    const bool takes = change.op != MPI_NO_OP;
    const DataLayout from(takes ? change.origin.count : 0, change.origin.type);
    const bool fetches = change.fetches;
    const DataLayout to(fetches ? change.result.count : 0, change.result.type);
    if (from.bytes() > target.bytes() || (fetches && target.bytes() > to.bytes()))
        return MPI_ERR_TRUNCATE;
    void *const result = const_cast<void *>(change.result.at);

    std::byte *const at = target.in_place();
    if (at != nullptr && from.is_plain() && (!takes || from.bytes() == target.bytes()) &&
        to.is_plain()) [[likely]] {
        const Accumulating alone(window, rank);
        if (fetches) std::memmove(result, at, target.bytes());
        const int code = change_in_place(at, target, change);
        attempted(entry);
        return code;
    }
    Data origin;
    if (takes)
        if (const int code = origin.read(change.origin, from); code != MPI_SUCCESS) return code;
    std::vector<std::byte> data(target.bytes());
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
        attempted(entry);
    }
    if (!fetches || code != MPI_SUCCESS) return code;
    return write_data(fetched->data(), fetched->size(), result, to, change.result);
}

} // namespace

int put(Entry &entry, Window &window, const void *origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype) noexcept {
    const auto act = [&](const Target &target) {
        const DataLayout from(origin_count, origin_datatype);
        if (from.bytes() > target.bytes()) return MPI_ERR_TRUNCATE;
        Data data;
        const int code = data.read({origin_addr, origin_count, origin_datatype}, from);
        return code == MPI_SUCCESS ? target.write(data.get(), from.bytes()) : code;
    };
    return reach(entry, window, target_rank, target_disp, target_count, target_datatype, act);
}

int get(Entry &entry, Window &window, void *origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype) noexcept {
    const auto act = [&](const Target &target) {
        const DataLayout to(origin_count, origin_datatype);
        if (target.bytes() > to.bytes()) return MPI_ERR_TRUNCATE;
        if (to.is_plain()) return target.read(static_cast<std::byte *>(origin_addr));
        std::vector<std::byte> data(target.bytes());
        const int code = target.read(data.data());
        if (code != MPI_SUCCESS) return code;
        return write_data(data.data(), data.size(), origin_addr, to,
                          {origin_addr, origin_count, origin_datatype});
    };
    return reach(entry, window, target_rank, target_disp, target_count, target_datatype, act);
}

int accumulate(Entry &entry, Window &window, const void *origin_addr, int origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               int target_count, MPI_Datatype target_datatype, MPI_Op op) noexcept {
    const Change wanted{{origin_addr, origin_count, origin_datatype}, {}, false, op};
    return reach(
        entry, window, target_rank, target_disp, target_count, target_datatype,
        [&](const Target &target) { return change(entry, window, target_rank, target, wanted); });
}

int get_accumulate(Entry &entry, Window &window, const void *origin_addr, int origin_count,
                   MPI_Datatype origin_datatype, void *result_addr, int result_count,
                   MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                   int target_count, MPI_Datatype target_datatype, MPI_Op op) noexcept {
    const Change wanted{{origin_addr, origin_count, origin_datatype},
                        {result_addr, result_count, result_datatype},
                        true,
                        op};
    return reach(
        entry, window, target_rank, target_disp, target_count, target_datatype,
        [&](const Target &target) { return change(entry, window, target_rank, target, wanted); });
}

int fetch_and_op(Entry &entry, Window &window, const void *origin_addr, void *result_addr,
                 MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op) noexcept {
    return get_accumulate(entry, window, origin_addr, 1, datatype, result_addr, 1, datatype,
                          target_rank, target_disp, 1, datatype, op);
}

int compare_and_swap(Entry &entry, Window &window, const void *origin_addr,
                     const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                     int target_rank, MPI_Aint target_disp) noexcept {
    const auto act = [&](const Target &target) {
        const std::size_t bytes = target.bytes();
        std::array<std::byte, 64> before; // not initialised on purpose; more than any number needs
        if (bytes > before.size()) return MPI_ERR_TYPE;
        Accumulating alone(window, target_rank);
        int code = target.read(before.data());
        if (code == MPI_SUCCESS && std::memcmp(before.data(), compare_addr, bytes) == 0)
            code = target.write(static_cast<const std::byte *>(origin_addr), bytes);
        attempted(entry);
        if (code == MPI_SUCCESS) std::memcpy(result_addr, before.data(), bytes);
        return code;
    };
    return reach(entry, window, target_rank, target_disp, 1, datatype, act);
}

} // namespace closeranks
