#include "runtime/core/apply_policy.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/windows/control_word.hpp"
#include "runtime/windows/rma_server.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <thread>

namespace closeranks {

int Window::raise(int code) const noexcept {
    if (code != MPI_SUCCESS) call_errhandler(handle, code, members);
    return code;
}

int Window::without(Function function, int rank) noexcept {
    WayBack::need_others(function);
    const Communicator &c = members != nullptr ? *members : *runtime().everyone;
    if (ignores(c, function, peer(rank).world_rank)) return MPI_SUCCESS;
    return raise(MPIX_ERR_PROC_FAILED);
}

namespace {

/// Lets the MPI progress: no message can arrive, but the MPI checks.
void drive() noexcept {
    rma_server().serve();
    int arrived = 0;
    static_cast<void>(real.Iprobe(0, 0, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE));
}

} // namespace

void WindowWait::turn() noexcept {
    constexpr unsigned quick_turns = 100; // an awaited action is often about to end
    constexpr unsigned turns_between_looks = 16;
    if (++turns_ < quick_turns) return;
    if (turns_ % turns_between_looks == 0)
        look();
    else
        drive();
    std::this_thread::yield();
}

void WindowWait::look() noexcept {
    drive();
    static_cast<void>(notice_failures(*runtime().everyone));
}

bool Window::has_waited() noexcept {
    constexpr double easily = 100e-6;
    const double now = real.Wtime();
    if (now - latest_look_.load(std::memory_order_relaxed) < easily) return false;
    latest_look_.store(now, std::memory_order_relaxed);
    return true;
}

void take(Window &window, int target, std::size_t place) noexcept {
    const ControlWord word(window.peer(target), place);
    const auto self = static_cast<std::uint32_t>(window.rank) + 1;
    for (WindowWait wait;; wait.turn()) {
        std::uint32_t owner = word.load();
        const bool is_free =
            owner == 0 || (owner != self && window.is_gone(static_cast<int>(owner) - 1));
        if ((is_free && word.exchange(owner, self)) || window.is_gone(target)) return;
    }
}

Accumulating::Accumulating(Window &window, int target) noexcept
    : word_(window.peer(target).control().word(WindowControl::accumulating)) {
    take(window, target, WindowControl::accumulating);
}

int get_window_group(Window &window, MPI_Group *group) noexcept {
    if (group == nullptr) return real.Win_get_group(window.handle, group);
    return window.raise(real.Group_union(window.group.get(), MPI_GROUP_EMPTY, group));
}

int get_window_attribute(Window &window, int win_keyval, void *attribute_val, int *flag) noexcept {
    const int code = real.Win_get_attr(window.handle, win_keyval, attribute_val, flag);
    if (code == MPI_SUCCESS && win_keyval == MPI_WIN_CREATE_FLAVOR && *flag != 0)
        *static_cast<int **>(attribute_val) = &window.flavor;
    return code;
}

namespace {

/// The program must not take memory of other processes for empty memory.
int lack_shared_memory(Window &window) noexcept {
    const bool ends = WayBack::is_on();
    runtime().report.say(
        "rank %d has a replacement process, and none of the shared memory that it asks for "
        "(MPI_Win_shared_query): the other ranks have freed it, or are on another host%s\nto "
        "recover the rank: make such windows after closeranks_resume(), or have "
        "spares on the same host",
        runtime().rank, ends ? ": it ends" : "");
    if (ends) die(EXIT_FAILURE);
    return window.raise(MPI_ERR_RMA_SHARED);
}

/// For a window that is not in shared memory, the MPI's answer.
int ask_for_shared(MPI_Win win, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) noexcept {
    int unit = 0;
    const int code = real.Win_shared_query(win, MPI_PROC_NULL, size, &unit, baseptr);
    *disp_unit = unit;
    return code;
}

} // namespace

int query_shared(Window &window, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                 void *baseptr) noexcept {
    if (rank != MPI_PROC_NULL && !window.has(rank)) return window.raise(MPI_ERR_RANK);
    if (window.is_strict()) return ask_for_shared(window.handle, size, disp_unit, baseptr);
    if (window.flavor != MPI_WIN_FLAVOR_SHARED) return window.raise(MPI_ERR_WIN);
    if (window.is_cut_off && rank != window.rank) return lack_shared_memory(window);
    Window::Peer nobody;
    nobody.disp_unit = 0;
    const auto has_memory = [](const Window::Peer &peer) { return peer.size != 0; };
    const auto lowest = std::find_if(window.peers.begin(), window.peers.end(), has_memory);
    const Window::Peer &peer = rank != MPI_PROC_NULL          ? window.peer(rank)
                               : lowest != window.peers.end() ? *lowest
                                                              : nobody;
    *size = peer.size;
    *disp_unit = peer.disp_unit;
    *static_cast<void **>(baseptr) = reinterpret_cast<void *>(peer.base);
    return MPI_SUCCESS;
}

int query_shared(Window &window, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) noexcept {
    MPI_Aint unit = 0;
    const int code = query_shared(window, rank, size, &unit, baseptr);
    if (code == MPI_SUCCESS) *disp_unit = static_cast<int>(unit);
    return code;
}

} // namespace closeranks
