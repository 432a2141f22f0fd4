#include "runtime/support/group_ranks.hpp"
#include "runtime/windows/control_word.hpp"
#include "runtime/windows/window_losses.hpp"

#include "runtime/core/entry.hpp"

#include <algorithm>
#include <span>

namespace closeranks {

namespace {

using Access = Window::Access;
using Lock = Window::Lock;

bool is_known(int mpi_assert, int known) noexcept { return (mpi_assert & ~known) == 0; }

bool holds_any(const Window &window) noexcept {
    return std::any_of(window.held.begin(), window.held.end(),
                       [](const std::atomic<Lock> &lock) { return lock != Lock::none; });
}

/// True if an access epoch of another kind prevents a new one. For windows in which the MPI checks
/// this.
bool is_accessing(const Window &window) noexcept {
    return window.is_strict() && (window.is_started || window.accessed ||
                                  window.access == Access::locked_all || holds_any(window));
}

/// The ranks in the window of all members of `group`.
std::vector<int> ranks_of(const Window &window, MPI_Group group) noexcept {
    std::vector<int> in_window = translate_ranks(group, window.group.get());
    std::erase(in_window, MPI_UNDEFINED);
    return in_window;
}

/// All earlier writes to memory are visible before any later access.
void order_memory() noexcept { std::atomic_thread_fence(std::memory_order_seq_cst); }

/// Waits for the next notice of `rank`, and takes it. False: `rank` failed before.
bool await(Window &window, int rank, const WindowControl::Word &said,
           std::uint32_t &taken) noexcept {
    for (WindowWait wait; said.load() == taken; wait.turn())
        if (window.is_gone(rank)) return false;
    ++taken;
    return true;
}

/// Gives `rank` the next notice, in its word `place` for this process.
void say(Window &window, int rank, std::size_t place) noexcept {
    if (!window.peer(rank).exists) return;
    const ControlWord said(window.peer(rank), place);
    said.store(said.load() + 1); // no other process writes it
}

std::uint32_t &taken_of(std::vector<std::uint32_t> &taken, int rank) noexcept {
    return taken[static_cast<std::size_t>(rank)];
}

/// The two kinds of lock exclude each other by Dekker's algorithm: each process writes its wish,
/// then reads that of the other.
void acquire_shared(Window &window, int rank) noexcept {
    const ControlWord holds(window.peer(rank), WindowControl::holds(window.rank));
    const ControlWord exclusive(window.peer(rank), WindowControl::exclusive);
    for (WindowWait wait;; wait.turn()) {
        holds.store(WindowControl::held);
        const std::uint32_t owner = exclusive.load();
        if (owner == 0 || window.is_gone(static_cast<int>(owner) - 1) || window.is_gone(rank))
            return;
        holds.store(WindowControl::none);
    }
}

int next_holder(Window &window, int rank, int from) noexcept {
    const Window::Peer &peer = window.peer(rank);
    return peer.far != nullptr ? peer.far->next_holder(from)
                               : peer.control().next_holder(from, window.size);
}

/// Waits until no live process holds a shared lock at `rank`. Takes the locks of failed processes
/// away, so that their late messages have no effect there; not while the target carries one out.
void await_holders(Window &window, int rank) noexcept {
    WindowWait wait;
    for (int holder = 0; (holder = next_holder(window, rank, holder)) < window.size; wait.turn()) {
        if (window.is_gone(rank)) return;
        std::uint32_t held = WindowControl::held;
        if (window.is_gone(holder))
            ControlWord(window.peer(rank), WindowControl::holds(holder))
                .exchange(held, WindowControl::none);
    }
}

void acquire_exclusive(Window &window, int rank) noexcept {
    take(window, rank, WindowControl::exclusive);
    await_holders(window, rank);
}

void acquire(Window &window, int rank, Lock lock) noexcept {
    if (window.peer(rank).exists) {
        if (lock == Lock::shared) acquire_shared(window, rank);
        if (lock == Lock::exclusive) acquire_exclusive(window, rank);
    }
    window.held_at(rank) = lock;
}

void release(Window &window, int rank) noexcept {
    const Lock lock = window.held_at(rank).exchange(Lock::none);
    if (!window.peer(rank).exists) return;
    const Window::Peer &peer = window.peer(rank);
    std::uint32_t self = static_cast<std::uint32_t>(window.rank) + 1;
    if (lock == Lock::shared)
        ControlWord(peer, WindowControl::holds(window.rank)).store(WindowControl::none);
    // A late request of a failed process must not take the lock away from another process.
    if (lock == Lock::exclusive) ControlWord(peer, WindowControl::exclusive).exchange(self, 0);
}

} // namespace

int fence(Window &window, int mpi_assert) noexcept {
    if (!is_known(mpi_assert,
                  MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED))
        return window.raise(MPI_ERR_ASSERT);
    if (window.is_strict() &&
        (window.access == Access::locked_all || holds_any(window) || window.is_posted))
        return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    wait_for_all(window.members, Entry::function());
    note_lacking(Entry::function(), window);
    order_memory();
    window.access = (mpi_assert & MPI_MODE_NOSUCCEED) != 0 ? Access::none : Access::fenced;
    window.accessed = false;
    return MPI_SUCCESS;
}

int start_access(Window &window, MPI_Group group, int mpi_assert) noexcept {
    if (!is_known(mpi_assert, MPI_MODE_NOCHECK)) return window.raise(MPI_ERR_ASSERT);
    if (window.is_started || is_accessing(window)) return window.raise(MPI_ERR_RMA_SYNC);
    window.is_started = true;
    window.access = Access::started;
    window.started = ranks_of(window, group);
    for (const int target : window.started) {
        const WindowControl::Word &posted =
            window.own_control().word(WindowControl::posted(target));
        std::uint32_t &taken = taken_of(window.posts_taken, target);
        if ((mpi_assert & MPI_MODE_NOCHECK) != 0)
            ++taken;
        else
            static_cast<void>(await(window, target, posted, taken));
    }
    order_memory();
    attempted();
    return MPI_SUCCESS;
}

int complete_access(Window &window) noexcept {
    if (!window.is_started) return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    for (const int target : window.started)
        say(window, target, WindowControl::completed(window.rank));
    attempted();
    window.started.clear();
    window.is_started = false;
    window.access = Access::none;
    return MPI_SUCCESS;
}

int post_exposure(Window &window, MPI_Group group, int mpi_assert) noexcept {
    if (!is_known(mpi_assert, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT))
        return window.raise(MPI_ERR_ASSERT);
    if (window.is_posted) return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    window.is_posted = true;
    window.posted = ranks_of(window, group);
    for (const int origin : window.posted)
        say(window, origin, WindowControl::posted(window.rank));
    attempted();
    return MPI_SUCCESS;
}

int wait_exposure(Window &window) noexcept {
    if (!window.is_posted) return window.raise(MPI_ERR_RMA_SYNC);
    std::vector<int> lacking;
    for (const int origin : window.posted) {
        const WindowControl::Word &completed =
            window.own_control().word(WindowControl::completed(origin));
        if (!await(window, origin, completed, taken_of(window.completions_taken, origin)))
            lacking.push_back(origin);
    }
    note_lacking(Entry::function(), window, lacking);
    window.posted.clear();
    window.is_posted = false;
    order_memory();
    attempted();
    return MPI_SUCCESS;
}

int test_exposure(Window &window, int *flag) noexcept {
    if (!window.is_posted) return window.raise(MPI_ERR_RMA_SYNC);
    const auto is_pending = [&](int origin) {
        return window.own_control().word(WindowControl::completed(origin)).load() ==
                   taken_of(window.completions_taken, origin) &&
               !window.is_gone(origin);
    };
    *flag = std::none_of(window.posted.begin(), window.posted.end(), is_pending) ? 1 : 0;
    if (*flag != 0) return wait_exposure(window);
    WindowWait().look();
    return MPI_SUCCESS;
}

int lock_window(Window &window, int lock_type, int rank, int mpi_assert) noexcept {
    if (lock_type != MPI_LOCK_EXCLUSIVE && lock_type != MPI_LOCK_SHARED)
        return window.raise(MPI_ERR_LOCKTYPE);
    if (!window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (!is_known(mpi_assert, MPI_MODE_NOCHECK)) return window.raise(MPI_ERR_ASSERT);
    const bool conflicts =
        window.is_strict() && (window.is_started || window.accessed || !window.locks);
    if (conflicts || window.held_at(rank) != Lock::none) return window.raise(MPI_ERR_RMA_SYNC);
    if (window.access == Access::fenced) window.access = Access::none; // nothing used the epoch
    const Lock wanted = lock_type == MPI_LOCK_SHARED ? Lock::shared : Lock::exclusive;
    acquire(window, rank, (mpi_assert & MPI_MODE_NOCHECK) != 0 ? Lock::unchecked : wanted);
    order_memory();
    attempted();
    return window.is_gone(rank) ? window.without(Entry::function(), rank) : MPI_SUCCESS;
}

int unlock_window(Window &window, int rank) noexcept {
    if (!window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (window.held_at(rank) == Lock::none || window.access == Access::locked_all)
        return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    release(window, rank);
    attempted();
    return window.is_gone(rank) ? window.without(Entry::function(), rank) : MPI_SUCCESS;
}

int lock_all(Window &window, int mpi_assert) noexcept {
    if (!is_known(mpi_assert, MPI_MODE_NOCHECK)) return window.raise(MPI_ERR_ASSERT);
    if (holds_any(window) || is_accessing(window) || !window.locks)
        return window.raise(MPI_ERR_RMA_SYNC);
    const Lock lock = (mpi_assert & MPI_MODE_NOCHECK) != 0 ? Lock::unchecked : Lock::shared;
    for (int rank = 0; rank < window.size; ++rank)
        acquire(window, rank, lock);
    window.access = Access::locked_all;
    order_memory();
    attempted();
    return MPI_SUCCESS;
}

int unlock_all(Window &window) noexcept {
    if (window.access != Access::locked_all) return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    for (int rank = 0; rank < window.size; ++rank)
        release(window, rank);
    window.access = Access::none;
    attempted();
    return MPI_SUCCESS;
}

namespace {

/// Everything is complete already: only the arguments have to be checked.
int flush_none(Window &window) noexcept {
    if (window.is_strict() && window.access != Access::locked_all && !holds_any(window))
        return window.raise(MPI_ERR_RMA_SYNC);
    order_memory();
    attempted();
    return MPI_SUCCESS;
}

} // namespace

int flush(Window &window, int rank) noexcept {
    if (!window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (window.is_strict() && window.held_at(rank) == Lock::none)
        return window.raise(MPI_ERR_RMA_SYNC);
    if (window.is_gone(rank)) return window.without(Entry::function(), rank);
    return flush_none(window);
}

int flush_all(Window &window) noexcept { return flush_none(window); }

int sync_window(Window &window) noexcept {
    order_memory();
    return real.Win_sync(window.handle);
}

} // namespace closeranks
