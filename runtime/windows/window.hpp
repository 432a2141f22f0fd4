#pragma once

#include "runtime/communicators/object_comm.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/windows/shared_memory.hpp"
#include "runtime/windows/window_control.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace closeranks {

class OtherHostMemory;

/// The state of one window of the program (docs/explanation/windows.md).
///
/// The program's MPI_Win is a real window that this process has made for itself alone, so no
/// failure of another process can reach it. This process accesses the memory of the others without
/// their help.
class Window {
  public:
    /// One process of the window, as this process sees it.
    struct Peer {
        int world_rank = MPI_UNDEFINED;
        bool exists = false; ///< it took part in making the window, and its memory can be reached
        /// Its memory is mapped here, from `base` on; otherwise it is `elsewhere`.
        bool mapped = false;
        /// An address here if mapped, else in that process; 0 for a dynamic window.
        std::uintptr_t base = 0;
        MPI_Aint size = 0;
        MPI_Aint disp_unit = 1;
        /// The memory that calls may access: of contiguous shared memory, all of it.
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        Mapping mapping; ///< the control block, and behind it the memory of an allocated window
        std::shared_ptr<const RemoteMemory> elsewhere;
        const OtherHostMemory *far = nullptr; ///< the same; set if nothing is mapped here
        int mail_rank = MPI_UNDEFINED;        ///< on the communicator of RmaServer

        [[nodiscard]] WindowControl &control() const noexcept {
            return *reinterpret_cast<WindowControl *>(mapping.data());
        }
    };

    /// The way in which this process may access others (MPI 4.1, 12.5).
    enum class Access : std::uint8_t { none, fenced, started, locked_all };
    enum class Lock : std::uint8_t { none, shared, exclusive, unchecked };

    MPI_Win handle = MPI_WIN_NULL;
    std::uint64_t number = 0; ///< among the windows that this process has made, from 1
    std::string first_name;   ///< the name that the MPI has given it
    int flavor = MPI_WIN_FLAVOR_CREATE;
    int size = 0; ///< the program's view
    int rank = 0; ///< the program's view
    Group group;  ///< the program's view, lost ranks included
    /// Unknown to the program (runtime/communicators/object_comm.hpp).
    Communicator *members = nullptr;
    std::vector<Peer> peers;
    Mapping common;           ///< contiguous shared memory
    Descriptor common_memory; ///< the same memory, for replacement processes
    /// This process is a replacement process, and has not got the shared memory that belongs to it.
    bool is_cut_off = false;
    bool locks = true;
    /// There are processes on other hosts, which ask for this process's memory.
    bool has_far = false;
    /// This process's control block and the memory behind it, for replacement processes.
    Descriptor memory;

    std::atomic<Access> access{Access::none};
    std::atomic<bool> accessed{false};   ///< since the fence
    std::vector<std::atomic<Lock>> held; ///< by this process, for each target
    std::vector<int> started;            ///< targets between MPI_Win_start and MPI_Win_complete
    std::vector<int> posted;             ///< origins between MPI_Win_post and MPI_Win_wait
    bool is_started = false;
    bool is_posted = false;
    std::vector<std::uint32_t> posts_taken;       ///< by MPI_Win_start, of each target
    std::vector<std::uint32_t> completions_taken; ///< by MPI_Win_wait, of each origin

    /// The epochs that are open where the program begins again after a recovery.
    struct Epochs {
        Access access = Access::none;
        std::vector<Lock> held; ///< empty: none
    };
    Epochs at_resume_point;

    [[nodiscard]] Peer &peer(int rank) noexcept { return peers[static_cast<std::size_t>(rank)]; }
    [[nodiscard]] std::atomic<Lock> &held_at(int rank) noexcept {
        return held[static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] bool has(int rank) const noexcept { return rank >= 0 && rank < size; }
    [[nodiscard]] WindowControl &own_control() noexcept { return peer(rank).control(); }

    /// True if the MPI's own windows of this kind check the program's synchronisation.
    [[nodiscard]] bool is_strict() const noexcept {
        return flavor == MPI_WIN_FLAVOR_CREATE || flavor == MPI_WIN_FLAVOR_DYNAMIC;
    }

    /// Raises the program's error handler on the window and returns `code`; does nothing for
    /// MPI_SUCCESS.
    [[nodiscard]] int raise(int code) const noexcept;

    /// True when rank `rank` is known to have failed, or its memory was never reached.
    [[nodiscard]] bool is_gone(int rank) const noexcept {
        const Peer &peer = peers[static_cast<std::size_t>(rank)];
        if (!peer.exists) [[unlikely]]
            return true;
        return !lost_ranks().empty() && lost_ranks().contains(peer.world_rank);
    }

    /// True now and then: it is time to let the MPI progress. Threads may miss each other's calls,
    /// because the count need not be exact.
    [[nodiscard]] bool is_due() noexcept {
        constexpr unsigned calls_between_clocks = 64;
        const unsigned calls = calls_.load(std::memory_order_relaxed) + 1;
        calls_.store(calls, std::memory_order_relaxed);
        return calls % calls_between_clocks == 0 && (has_far || has_waited());
    }

    /// Applies the policy of `function` when it needs `rank`, which is missing.
    [[nodiscard]] int without(Function function, int rank) noexcept;

  private:
    /// True when the MPI has not progressed here for as long as other processes can easily wait.
    /// Where processes share cores, progress costs a change of process, a hundred times as long as
    /// a call.
    [[nodiscard]] bool has_waited() noexcept;

    std::atomic<unsigned> calls_{0};
    std::atomic<double> latest_look_{0}; ///< MPI_Wtime
};

/// A wait for an action of another process: lets the MPI progress meanwhile, and notices failures.
class WindowWait {
  public:
    void turn() noexcept;

    /// Lets the MPI progress once, and checks for failures.
    static void look() noexcept;

  private:
    unsigned turns_ = 0;
};

/// The library's state of `win`, or nullptr when the call has to pass straight through.
inline constinit NeverDestroyed<HandleTable<MPI_Win, Window>> window_table_storage;

/// The protected windows of this process.
[[nodiscard]] inline HandleTable<MPI_Win, Window> &window_table() noexcept {
    return window_table_storage.value;
}

/// Calls on windows need nothing of the MPI, but other processes may need this one. A program may
/// call them in a loop until it sees a value that another process writes. Meanwhile it has to serve
/// the repair of that process. So now and then a call lets the MPI progress.
[[nodiscard]] inline Window *find_window(MPI_Win win) noexcept {
    Window *const window = Entry::nested() ? nullptr : window_table().find(win);
    if (window != nullptr && window->is_due()) [[unlikely]]
        WindowWait::look();
    return window;
}

/// Ends this process here if the injector planned a death inside the call.
inline void attempted() noexcept {
    if (runtime().armed) [[unlikely]]
        runtime().injector.attempted(Entry::function());
}

/// Excludes the accumulating calls of other processes at a target on this host. If a process fails
/// in such a call, it loses the right: its changes so far stay, and the next process continues.
///
/// The threads of a process exclude each other as well.
class Accumulating {
  public:
    Accumulating(Window &window, int target) noexcept;
    ~Accumulating() { word_.store(0, std::memory_order_release); }
    Accumulating(const Accumulating &) = delete;
    Accumulating &operator=(const Accumulating &) = delete;

  private:
    WindowControl::Word &word_;
};

/// Takes a control word of `target` for `window.rank`. Waits until no live process has it, or until
/// the target is missing: processes on other hosts cannot give it back then.
void take(Window &window, int target, std::size_t place) noexcept;

/// Makes windows (MPI 4.1, 12.2), collectively. These functions pass through on a communicator that
/// is not protected, and where there are several hosts and no RmaServer.
[[nodiscard]] int create_window(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                                MPI_Comm comm, MPI_Win *win) noexcept;
[[nodiscard]] int allocate_window(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                                  void *baseptr, MPI_Win *win) noexcept;
[[nodiscard]] int allocate_shared_window(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                                         MPI_Comm comm, void *baseptr, MPI_Win *win) noexcept;
[[nodiscard]] int create_dynamic_window(MPI_Info info, MPI_Comm comm, MPI_Win *win) noexcept;

/// The program has come to its resume point for the first time: the epochs that are open then are
/// open again after each recovery.
void note_open_epochs();

/// Replacement processes stand for some of its ranks now, and have made the window on their way, so
/// that its members are complete again. All members reach each other's memory, and only those
/// epochs are open that were open at the resume point. The memory of the survivors stays.
/// Collective over the members.
void rejoin(Window &window);

/// Win_free: returns when all survivors have called it.
[[nodiscard]] int free_window(MPI_Win *win) noexcept;

/// Queries in which the program's view of the window differs from the real one.
[[nodiscard]] int get_window_group(Window &window, MPI_Group *group) noexcept;
[[nodiscard]] int get_window_attribute(Window &window, int win_keyval, void *attribute_val,
                                       int *flag) noexcept;
[[nodiscard]] int query_shared(Window &window, int rank, MPI_Aint *size, int *disp_unit,
                               void *baseptr) noexcept;
[[nodiscard]] int query_shared(Window &window, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                               void *baseptr) noexcept;

/// Synchronisation (MPI 4.1, 12.5).
[[nodiscard]] int fence(Window &window, int mpi_assert) noexcept;
[[nodiscard]] int start_access(Window &window, MPI_Group group, int mpi_assert) noexcept;
[[nodiscard]] int complete_access(Window &window) noexcept;
[[nodiscard]] int post_exposure(Window &window, MPI_Group group, int mpi_assert) noexcept;
[[nodiscard]] int wait_exposure(Window &window) noexcept;
[[nodiscard]] int test_exposure(Window &window, int *flag) noexcept;
[[nodiscard]] int lock_window(Window &window, int lock_type, int rank, int mpi_assert) noexcept;
[[nodiscard]] int unlock_window(Window &window, int rank) noexcept;
[[nodiscard]] int lock_all(Window &window, int mpi_assert) noexcept;
[[nodiscard]] int unlock_all(Window &window) noexcept;
[[nodiscard]] int flush(Window &window, int rank) noexcept;
[[nodiscard]] int flush_all(Window &window) noexcept;
[[nodiscard]] int sync_window(Window &window) noexcept;

} // namespace closeranks
