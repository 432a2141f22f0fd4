#include "runtime/core/runtime.hpp"
#include "runtime/windows/control_word.hpp"
#include "runtime/windows/rma_server.hpp"
#include "runtime/windows/window.hpp"
#include "runtime/windows/window_memory.hpp"

#include "runtime/core/entry.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace closeranks {

void note_open_epochs() {
    window_table().for_each([](Window &window) {
        Window::Epochs &open = window.at_resume_point;
        const bool keeps =
            window.access == Window::Access::fenced || window.access == Window::Access::locked_all;
        open.access = keeps ? window.access.load() : Window::Access::none;
        open.held.assign(window.held.begin(), window.held.end());
        if (std::ranges::count(open.held, Window::Lock::none) == window.size) open.held.clear();
    });
}

namespace {

/// Called when no process accesses this process's memory or waits for it.
void end_epochs(Window &window) noexcept {
    WindowControl &control = window.own_control();
    for (std::size_t place = 0; place < WindowControl::words(window.size); ++place)
        control.word(place).store(0);
    window.access = Window::Access::none;
    window.accessed = window.is_started = window.is_posted = false;
    window.started.clear();
    window.posted.clear();
    std::ranges::fill(window.posts_taken, 0);
    std::ranges::fill(window.completions_taken, 0);
    for (std::atomic<Window::Lock> &held : window.held)
        held = Window::Lock::none;
}

/// The locks are those that this process had at the resume point, so no process has another one
/// that excludes them.
void open_epochs(Window &window) noexcept {
    const auto &[access, held] = window.at_resume_point;
    window.access = access;
    for (int rank = 0; rank < static_cast<int>(held.size()); ++rank) {
        const Window::Lock lock = held[static_cast<std::size_t>(rank)];
        window.held_at(rank) = lock;
        if (!window.peer(rank).exists) continue;
        if (lock == Window::Lock::shared)
            ControlWord(window.peer(rank), WindowControl::holds(window.rank))
                .store(WindowControl::held);
        if (lock == Window::Lock::exclusive)
            ControlWord(window.peer(rank), WindowControl::exclusive)
                .store(static_cast<std::uint32_t>(window.rank) + 1);
    }
}

/// The arguments of the program's call at this process that made the window.
WantedWindow wanted_again(Window &window) noexcept {
    const Window::Peer &own = window.peer(window.rank);
    return {Entry::function(), window.flavor, reinterpret_cast<void *>(own.base),
            own.size,          own.disp_unit, MPI_INFO_NULL};
}

} // namespace

void rejoin(Window &window) {
    rma_server().remove(window); // the members have another communicator for messages
    window.group = regroup(window.group.get(), *window.members);
    end_epochs(window);
    std::vector<int> unreached;
    for (int rank = 0; rank < window.size; ++rank) {
        Window::Peer &peer = window.peer(rank);
        if (peer.exists) continue;
        Window::Peer again;
        again.world_rank = peer.world_rank;
        again.size = peer.size; // also for a missing process: the memory of others begins behind it
        again.disp_unit = peer.disp_unit;
        peer = std::move(again);
        unreached.push_back(rank);
    }
    const WantedWindow wanted = wanted_again(window);
    if (!connect_memories(window, wanted)) {
        for (const int rank : unreached)
            window.peer(rank).exists = false;
        if (window.members->rank == 0)
            runtime().report.say("the memory of replacement processes cannot be reached in a "
                                 "window: it stays as without them there");
    }
    open_epochs(window);
    wait_for_all(window.members, wanted.function); // then all locks are taken
}

} // namespace closeranks
