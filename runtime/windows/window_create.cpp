#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/large.hpp"
#include "runtime/windows/rma_server.hpp"
#include "runtime/windows/window.hpp"
#include "runtime/windows/window_losses.hpp"
#include "runtime/windows/window_memory.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/way_back.hpp"

#include <algorithm>
#include <string>

namespace closeranks {

namespace {

/// The error code that this process already knows for the arguments.
int judge(const WantedWindow &wanted, const MPI_Win *win) noexcept {
    if (wanted.info == nullptr) return MPI_ERR_INFO;
    if (win == nullptr) return MPI_ERR_WIN;
    if (wanted.size < 0) return MPI_ERR_SIZE;
    if (wanted.disp_unit <= 0 && wanted.flavor != MPI_WIN_FLAVOR_SHARED) return MPI_ERR_DISP;
    return MPI_SUCCESS;
}

void describe(Window &window, const Communicator &c, const WantedWindow &wanted) {
    window.flavor = wanted.flavor;
    window.size = c.size;
    window.rank = c.rank;
    window.locks = !has_flag(wanted.info, "no_locks") || !window.is_strict();
    static_cast<void>(real.Group_union(c.identity.group(), MPI_GROUP_EMPTY, window.group.out()));
    const auto size = static_cast<std::size_t>(c.size);
    const std::vector<int> world_ranks = world_ranks_of(c.identity.group());
    window.peers.resize(size);
    for (std::size_t rank = 0; rank < size; ++rank)
        window.peers[rank].world_rank = world_ranks[rank];
    window.held = std::vector<std::atomic<Window::Lock>>(size);
    window.posts_taken.resize(size);
    window.completions_taken.resize(size);
}

int make_own(Window &window, const WantedWindow &wanted, MPI_Win *win) {
    const ErrorsReturn errors(MPI_COMM_SELF);
    if (wanted.flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return real.Win_create_dynamic(wanted.info, MPI_COMM_SELF, win);
    void *const at = reinterpret_cast<void *>(window.peer(window.rank).base);
    return CLOSERANKS_LARGE(Win_create)(at, wanted.size, std::max<MPI_Aint>(wanted.disp_unit, 1),
                                        wanted.info, MPI_COMM_SELF, win);
}

/// Makes the program's handle. Returns the same code at all survivors.
int make_real(Window &window, const WantedWindow &wanted, MPI_Win *win) {
    const int code = make_own(window, wanted, win);
    const int worst_code = worst(window.members, wanted.function, code);
    if (worst_code != MPI_SUCCESS && code == MPI_SUCCESS) static_cast<void>(real.Win_free(win));
    return worst_code;
}

void tell_of_passing(bool tells) noexcept {
    static constinit std::atomic<bool> said = false;
    if (!said.exchange(true) && tells)
        runtime().report.say("windows whose processes cannot reach each other's memory are not "
                             "protected: a failure may make a call on them fail or hang");
}

/// Called on the way to the resume point. The program gets the addresses of its own shared memory
/// and that of the others at once. That works if the others have noted it, or if all members are
/// replacement processes and meet. Otherwise the process is alone with its memory.
bool connect_returning(Window &window, const WantedWindow &wanted) {
    if (wanted.flavor != MPI_WIN_FLAVOR_SHARED) {
        if (window.members != nullptr) window.members->creation.set_all_new(false);
        return connect_memories(window, wanted);
    }
    const bool all_new = window.members != nullptr && window.members->creation.is_all_new();
    if (window.size == 1 || all_new || find_common(window, wanted)) {
        const bool connected = connect_memories(window, wanted);
        if (window.members != nullptr) window.members->creation.set_all_new(false);
        if (connected) return true;
    }
    dissolve_members(window.members);
    window.is_cut_off = true;
    for (Window::Peer &peer : window.peers) {
        const int world_rank = peer.world_rank;
        peer = Window::Peer();
        peer.world_rank = world_rank;
    }
    return connect_memories(window, wanted);
}

/// Makes a window of `c`. `native` is the program's call, for windows that the library cannot make:
/// it runs on the ranks that the program sees.
template <typename Native>
int make_window(Communicator &c, const WantedWindow &wanted, MPI_Win *win, Native native) noexcept {
    if (const int code = judge(wanted, win); code != MPI_SUCCESS) return c.raise(code);
    if (c.identity.spans_worlds()) {
        tell_of_passing(c.rank == 0);
        return native(c.unprotected());
    }
    auto window = std::make_unique<Window>();
    describe(*window, c, wanted);
    if (const int code = gather_members(c, Use::window, window->members); code != MPI_SUCCESS)
        return code;
    const bool connected =
        WayBack::is_on() ? connect_returning(*window, wanted) : connect_memories(*window, wanted);
    if (!connected) {
        const bool first = window->members == nullptr || window->members->rank == 0;
        dissolve_members(window->members);
        tell_of_passing(first);
        return native(WayBack::is_on() ? MPI_COMM_SELF : c.unprotected());
    }
    if (make_real(*window, wanted, win) != MPI_SUCCESS) {
        *win = MPI_WIN_NULL;
        rma_server().remove(*window);
        dissolve_members(window->members);
        return c.raise(MPI_ERR_WIN);
    }
    note_absent(Entry::function(), *window);
    note_common(*window);
    window->handle = *win;
    name_first(*window);
    window_table().insert(*win, window.release());
    return MPI_SUCCESS;
}

/// The protection of `comm` if a window can be made on it: an intracommunicator.
Communicator *find_for_window(MPI_Comm comm) noexcept {
    int inter = 0;
    Communicator *const c = Entry::find(comm);
    if (c != nullptr && real.Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter) return nullptr;
    return c;
}

/// Returns the address of this process's memory.
void tell_base(MPI_Win win, void *baseptr) noexcept {
    Window *const window = window_table().find(win);
    if (window == nullptr) return; // the MPI has written it
    *static_cast<void **>(baseptr) = reinterpret_cast<void *>(window->peer(window->rank).base);
}

} // namespace

int create_window(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                  MPI_Win *win) noexcept {
    Entry entry(Function::Win_create);
    const auto native = [&](MPI_Comm on) {
        return CLOSERANKS_LARGE(Win_create)(base, size, disp_unit, info, on, win);
    };
    Communicator *const c = find_for_window(comm);
    if (c == nullptr) return native(comm);
    const WantedWindow wanted{
        Entry::function(), MPI_WIN_FLAVOR_CREATE, base, size, disp_unit, info};
    return make_window(*c, wanted, win, native);
}

int allocate_window(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                    MPI_Win *win) noexcept {
    Entry entry(Function::Win_allocate);
    const auto native = [&](MPI_Comm on) {
        return CLOSERANKS_LARGE(Win_allocate)(size, disp_unit, info, on, baseptr, win);
    };
    Communicator *const c = find_for_window(comm);
    if (c == nullptr) return native(comm);
    const WantedWindow wanted{
        Entry::function(), MPI_WIN_FLAVOR_ALLOCATE, nullptr, size, disp_unit, info};
    const int code = make_window(*c, wanted, win, native);
    if (code == MPI_SUCCESS) tell_base(*win, baseptr);
    return code;
}

int allocate_shared_window(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                           void *baseptr, MPI_Win *win) noexcept {
    Entry entry(Function::Win_allocate_shared);
    const auto native = [&](MPI_Comm on) {
        return CLOSERANKS_LARGE(Win_allocate_shared)(size, disp_unit, info, on, baseptr, win);
    };
    Communicator *const c = find_for_window(comm);
    if (c == nullptr) return native(comm);
    const WantedWindow wanted{
        Entry::function(), MPI_WIN_FLAVOR_SHARED, nullptr, size, disp_unit, info};
    const int code = make_window(*c, wanted, win, native);
    if (code == MPI_SUCCESS) tell_base(*win, baseptr);
    return code;
}

int create_dynamic_window(MPI_Info info, MPI_Comm comm, MPI_Win *win) noexcept {
    Entry entry(Function::Win_create_dynamic);
    const auto native = [&](MPI_Comm on) { return real.Win_create_dynamic(info, on, win); };
    Communicator *const c = find_for_window(comm);
    if (c == nullptr) return native(comm);
    const WantedWindow wanted{Entry::function(), MPI_WIN_FLAVOR_DYNAMIC, nullptr, 0, 1, info};
    return make_window(*c, wanted, win, native);
}

int free_window(MPI_Win *win) noexcept {
    Entry entry(Function::Win_free);
    const MPI_Win handle = win != nullptr ? *win : MPI_WIN_NULL;
    // Also within nested calls: an attribute's delete function may free a window.
    std::unique_ptr<Window> window(window_table().find(handle));
    if (!window) return real.Win_free(win);
    window_table().erase(handle);
    const std::string name = name_of(*window);
    // The program's attributes are deleted first, and may refuse.
    if (const int code = real.Win_free(win); code != MPI_SUCCESS) {
        window_table().insert(handle, window.release());
        return code;
    }
    // The other processes may access this process's memory until they call this function as well.
    wait_for_all(window->members, Entry::function());
    rma_server().remove(*window);
    note_absent(Entry::function(), *window);
    report_losses(*window, name);
    dissolve_members(window->members);
    return MPI_SUCCESS;
}

} // namespace closeranks
