#include "runtime/windows/window_memory.hpp"

#include "runtime/support/device_memory.hpp"
#include "runtime/windows/node_id.hpp"
#include "runtime/windows/other_host_memory.hpp"
#include "runtime/windows/rma_server.hpp"
#include "runtime/windows/window.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace closeranks {

namespace {

/// The data that each process sends to all others, as a row of a table.
enum Column : std::uint8_t {
    flavor, // 0: the process does not take part
    size,
    disp_unit,
    base,
    // Equal for processes that see each other's process numbers, and different on other hosts.
    place,
    pid,            //
    control,        // descriptor of the control block and the memory of an allocated window
    common,         // descriptor for contiguous shared memory: one of these is used
    not_contiguous, // separate memory is acceptable
    marker,         // an address that can be read
    columns,
};

class Table {
  public:
    Table(int size, int flavor)
        : numbers_(static_cast<std::size_t>(size) * columns), size_(size), flavor_(flavor) {}

    [[nodiscard]] std::int64_t &at(int rank, Column column) {
        return numbers_[static_cast<std::size_t>(rank) * columns + column];
    }
    [[nodiscard]] bool has(int rank) { return at(rank, flavor) == flavor_; }
    [[nodiscard]] std::span<std::int64_t> numbers() { return numbers_; }

    /// True when the column is the same in all rows of the processes that take part.
    [[nodiscard]] bool is_same(Column column) {
        std::int64_t any = 0;
        for (int rank = 0; rank < size_; ++rank)
            if (has(rank)) any = at(rank, column);
        for (int rank = 0; rank < size_; ++rank)
            if (has(rank) && at(rank, column) != any) return false;
        return true;
    }

  private:
    std::vector<std::int64_t> numbers_;
    int size_;
    int flavor_;
};

/// The way in which this process reaches another's memory; `far`: by messages.
enum class Reach : std::uint8_t { directly, ended, far, not_at_all };

std::size_t common_bytes(const Window &window) {
    std::size_t total = 1; // or no memory could be mapped
    for (const Window::Peer &peer : window.peers)
        total += static_cast<std::size_t>(peer.size);
    return whole_pages(total);
}

/// Connects the memories of one window.
class Connecting {
  public:
    Connecting(Window &window, const WantedWindow &wanted)
        : window_(window), wanted_(wanted), table_(window.size, window.flavor),
          common_memory_(make_memory()) {
        if (!window.memory) window.memory = make_memory();
    }
    ~Connecting() {
        if (!runtime().config.brings_back()) window_.memory = Descriptor();
    }
    Connecting(const Connecting &) = delete;
    Connecting &operator=(const Connecting &) = delete;

    [[nodiscard]] bool connect() {
        exchange();
        auto own_worst = window_.has_far ? Reach::far : Reach::directly;
        if (!is_for_cpu(wanted_.base)) own_worst = Reach::not_at_all;
        for (int rank = 0; rank < window_.size; ++rank)
            if (!window_.peer(rank).exists) own_worst = std::max(own_worst, reach(rank));
        const int all_worst = worst(window_.members, wanted_.function, static_cast<int>(own_worst));
        if (all_worst == static_cast<int>(Reach::not_at_all)) return false;
        if (all_worst == static_cast<int>(Reach::far)) serve();
        if (wanted_.flavor != MPI_WIN_FLAVOR_SHARED || !is_contiguous()) return true;
        if (!window_.common && !share_contiguous()) return false;
        lay_out_common();
        return true;
    }

  private:
    [[nodiscard]] bool is_allocated() const { return !window_.is_strict(); }
    [[nodiscard]] std::size_t control_bytes() const {
        return whole_pages(WindowControl::bytes(window_.size));
    }
    [[nodiscard]] bool is_contiguous() {
        return !table_.is_same(not_contiguous) || table_.at(window_.rank, not_contiguous) == 0;
    }

    void exchange() {
        const int me = window_.rank;
        table_.at(me, flavor) = window_.flavor;
        table_.at(me, size) = wanted_.size;
        table_.at(me, disp_unit) = wanted_.disp_unit;
        table_.at(me, base) = static_cast<std::int64_t>(own_base());
        table_.at(me, place) = place_of_processes();
        table_.at(me, pid) = ::getpid();
        table_.at(me, control) = window_.memory.get();
        table_.at(me, common) = common_memory_.get();
        // A replacement process is told of one memory only.
        table_.at(me, not_contiguous) =
            has_flag(wanted_.info, "alloc_shared_noncontig") && !runtime().config.brings_back();
        table_.at(me, marker) =
            static_cast<std::int64_t>(std::bit_cast<std::uintptr_t>(&runtime_storage));
        if (!is_allocated()) ProcessMemory::permit();
        combine_sums(window_.members, wanted_.function, table_.numbers());
    }

    /// The begin of this process's memory, for processes that reach it by messages.
    [[nodiscard]] std::uintptr_t own_base() {
        if (wanted_.flavor == MPI_WIN_FLAVOR_DYNAMIC) return 0;
        if (wanted_.flavor != MPI_WIN_FLAVOR_ALLOCATE)
            return std::bit_cast<std::uintptr_t>(wanted_.base);
        Window::Peer &own = window_.peer(window_.rank);
        if (!own.mapping)
            own.mapping = {window_.memory,
                           control_bytes() + whole_pages(static_cast<std::size_t>(wanted_.size))};
        return std::bit_cast<std::uintptr_t>(own.mapping.data()) + control_bytes();
    }

    [[nodiscard]] Reach judge(int rank) {
        const auto process = static_cast<pid_t>(table_.at(rank, pid));
        return has_ended(process) ? Reach::ended : Reach::not_at_all;
    }

    /// Maps `size` bytes of the memory that `rank` has under a descriptor.
    [[nodiscard]] Mapping map(int rank, Column column, const Descriptor &own, std::size_t size) {
        if (rank == window_.rank) return {own, size};
        return {open_at(rank, column), size};
    }

    [[nodiscard]] Descriptor open_at(int rank, Column column) {
        const auto process = static_cast<pid_t>(table_.at(rank, pid));
        return open_of(process, static_cast<int>(table_.at(rank, column)));
    }

    [[nodiscard]] Reach reach(int rank) {
        Window::Peer &peer = window_.peer(rank);
        if (!table_.has(rank)) return Reach::ended;
        peer.size = static_cast<MPI_Aint>(table_.at(rank, size));
        peer.disp_unit = static_cast<MPI_Aint>(table_.at(rank, disp_unit));
        const bool is_here = table_.at(rank, place) == table_.at(window_.rank, place);
        auto result = is_here ? reach_directly(rank) : Reach::not_at_all;
        if (result == Reach::not_at_all && rank != window_.rank) result = reach_by_messages(rank);
        peer.begin = peer.base;
        peer.end = wanted_.flavor == MPI_WIN_FLAVOR_DYNAMIC
                       ? std::numeric_limits<std::uintptr_t>::max()
                       : peer.base + static_cast<std::uintptr_t>(peer.size);
        peer.exists = result == Reach::directly || result == Reach::far;
        return result;
    }

    [[nodiscard]] Reach reach_directly(int rank) {
        Window::Peer &peer = window_.peer(rank);
        const auto bytes = static_cast<std::size_t>(peer.size);
        const bool own =
            is_allocated() && (wanted_.flavor != MPI_WIN_FLAVOR_SHARED || !is_contiguous());
        if (!peer.mapping)
            peer.mapping = map(rank, control, window_.memory,
                               control_bytes() + (own ? whole_pages(bytes) : 0));
        if (!peer.mapping) return judge(rank);
        peer.mapped = is_allocated() || rank == window_.rank;
        if (own && (bytes != 0 || wanted_.flavor != MPI_WIN_FLAVOR_SHARED)) // as in Open MPI
            peer.base = std::bit_cast<std::uintptr_t>(peer.mapping.data()) + control_bytes();
        else if (!is_allocated())
            peer.base = static_cast<std::uintptr_t>(table_.at(rank, base));
        if (peer.mapped) return Reach::directly;
        const auto other = process_memories().find(static_cast<pid_t>(table_.at(rank, pid)));
        const auto address = static_cast<std::uintptr_t>(table_.at(rank, marker));
        if (!is_readable(*other, address)) return judge(rank);
        peer.elsewhere = other;
        return Reach::directly;
    }

    [[nodiscard]] Reach reach_by_messages(int rank) {
        if (wanted_.flavor == MPI_WIN_FLAVOR_SHARED || !RmaServer::is_possible())
            return Reach::not_at_all;
        Window::Peer &peer = window_.peer(rank);
        const auto far = std::make_shared<const OtherHostMemory>(window_, rank);
        peer.mapping = Mapping();
        peer.mapped = false;
        peer.base = static_cast<std::uintptr_t>(table_.at(rank, base));
        peer.elsewhere = far;
        peer.far = far.get();
        return Reach::far;
    }

    [[nodiscard]] static bool is_readable(const ProcessMemory &process, std::uintptr_t address) {
        std::byte byte{};
        const Segment segment{.offset = 0, .length = 1};
        return process.read(&byte, address, {&segment, 1}) == 0;
    }

    /// Some processes are on other hosts: each serves. In a dynamic window a request may name
    /// memory that does not exist; the system detects that.
    void serve() {
        window_.has_far = true;
        rma_server().add(window_);
        if (wanted_.flavor != MPI_WIN_FLAVOR_DYNAMIC) return;
        const auto self = process_memories().find(::getpid());
        if (is_readable(*self, std::bit_cast<std::uintptr_t>(&runtime_storage)))
            window_.peer(window_.rank).elsewhere = self;
    }

    /// The memory of one process is used by all: the first one's that all could map.
    [[nodiscard]] bool share_contiguous() {
        const std::size_t total = common_bytes(window_);
        for (int rank = 0; rank < window_.size; ++rank) {
            if (!table_.has(rank)) continue;
            Descriptor opened;
            if (rank != window_.rank) opened = open_at(rank, common);
            Descriptor &memory = rank == window_.rank ? common_memory_ : opened;
            window_.common = {memory, total};
            const auto result = window_.common ? Reach::directly : judge(rank);
            const int all = worst(window_.members, wanted_.function, static_cast<int>(result));
            if (all == static_cast<int>(Reach::not_at_all)) return false;
            if (all != static_cast<int>(Reach::directly)) continue;
            if (runtime().config.brings_back()) window_.common_memory = std::move(memory);
            break;
        }
        return true;
    }

    void lay_out_common() {
        const auto begin = std::bit_cast<std::uintptr_t>(window_.common.data());
        std::uintptr_t end = begin;
        for (Window::Peer &peer : window_.peers) {
            peer.base = end;
            end += static_cast<std::uintptr_t>(peer.size);
        }
        for (Window::Peer &peer : window_.peers) {
            peer.begin = begin;
            peer.end = end;
        }
    }

    Window &window_;
    const WantedWindow &wanted_;
    Table table_;
    Descriptor common_memory_;
};

} // namespace

namespace {

/// The attachment of a window (CreationRecord::attachment), followed by the size and the unit of
/// each rank.
enum Noted : std::uint8_t { noted_place, noted_process, noted_descriptor, first_noted_size };

} // namespace

void note_common(Window &window) {
    if (!window.common_memory || window.members == nullptr) return;
    std::vector<std::uint64_t> note{static_cast<std::uint64_t>(place_of_processes()),
                                    static_cast<std::uint64_t>(::getpid()),
                                    static_cast<std::uint64_t>(window.common_memory.get())};
    for (const Window::Peer &peer : window.peers) {
        note.push_back(static_cast<std::uint64_t>(peer.size));
        note.push_back(static_cast<std::uint64_t>(peer.disp_unit));
    }
    window.members->creation.attach(std::move(note));
}

bool find_common(Window &window, const WantedWindow &wanted) {
    if (window.members == nullptr) return false;
    const std::vector<std::uint64_t> &note = window.members->creation.attachment();
    if (note.size() != first_noted_size + 2 * window.peers.size()) return false;
    if (note[noted_place] != static_cast<std::uint64_t>(place_of_processes())) return false;
    const auto own_size = note[first_noted_size + 2 * static_cast<std::size_t>(window.rank)];
    Descriptor memory =
        open_of(static_cast<pid_t>(note[noted_process]), static_cast<int>(note[noted_descriptor]));
    if (own_size != static_cast<std::uint64_t>(wanted.size) || !memory) return false;
    auto numbers = note.begin() + first_noted_size;
    for (Window::Peer &peer : window.peers) {
        peer.size = static_cast<MPI_Aint>(*numbers++);
        peer.disp_unit = static_cast<MPI_Aint>(*numbers++);
    }
    window.common = {memory, common_bytes(window)};
    window.common_memory = std::move(memory);
    return static_cast<bool>(window.common);
}

bool connect_memories(Window &window, const WantedWindow &wanted) {
    return Connecting(window, wanted).connect();
}

bool has_flag(MPI_Info info, const char *key) noexcept {
    std::array<char, 16> value{};
    int found = 0;
    return info != MPI_INFO_NULL &&
           real.Info_get(info, key, static_cast<int>(value.size()) - 1, value.data(), &found) ==
               MPI_SUCCESS &&
           found != 0 && std::strcmp(value.data(), "true") == 0;
}

} // namespace closeranks
