#include "generated/replicas/calls.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/plans.hpp"
#include "runtime/replication/service.hpp"
#include "runtime/replication/window.hpp"
#include "runtime/replication/window_requests.hpp"

#include <array>

/// Making and freeing windows, and questions about them.

namespace closeranks::replication {

namespace {

int finish_schedule(Schedule &s, int code) {
    if (code != MPI_SUCCESS) return code;
    static_cast<void>(s.start());
    return s.finish();
}

/// Tells all members size and unit of this one; `code`: its error so far. Returns the first
/// member's error.
int meet_members(Window &window, Window::Member mine, int code) {
    using Told = std::array<std::int64_t, 3>;
    const Told told{mine.size, mine.unit, code};
    const int length = static_cast<int>(told.size());
    std::vector<Told> all(window.communicator->ranks.size());
    Schedule s(*window.communicator, Way::blocking);
    const int sent =
        finish_schedule(s, plan_allgather(s, elements(told.data(), length, MPI_INT64_T),
                                          Blocks(all.data(), length, MPI_INT64_T)));
    if (sent != MPI_SUCCESS) return sent;
    for (const auto &[size, unit, error] : all) {
        if (error != MPI_SUCCESS) return static_cast<int>(error);
        window.members.push_back({size, unit});
    }
    window.outboxes = std::vector<Outbox>(window.members.size());
    return MPI_SUCCESS;
}

/// `make`: makes the handle, a window of this process alone, and tells the address of its memory.
template <typename Make>
int create_window(MPI_Comm comm, MPI_Win *win, MPI_Aint size, int unit, Make make) {
    Communicator *const c = find(comm);
    if (c == nullptr) return raise(MPI_COMM_WORLD, MPI_ERR_COMM);
    if (win == nullptr) return raise(comm, MPI_ERR_WIN);
    if (c->is_inter()) return raise(comm, MPI_ERR_COMM);
    auto window = std::make_unique<Window>();
    window->communicator = make_intra(c->ranks, next_context(*c));
    void *base = nullptr;
    int code = make(&base, &window->handle);
    const bool is_made = code == MPI_SUCCESS;
    window->base = static_cast<std::byte *>(base);
    code = meet_members(*window, {size, unit}, code);
    if (code != MPI_SUCCESS) {
        if (is_made) static_cast<void>(real.Win_free(&window->handle));
        return raise(comm, code);
    }
    *win = window->handle;
    if (!has_windows()) begin_requests();
    publish(std::move(window));
    return MPI_SUCCESS;
}

} // namespace

namespace calls {

int win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
               MPI_Win *win) {
    return create_window(comm, win, size, disp_unit, [&](void **at, MPI_Win *made) {
        *at = base;
        return real.Win_create(base, size, disp_unit, info, quiet_self(), made);
    });
}

int win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                 MPI_Win *win) {
    return create_window(comm, win, size, disp_unit, [&](void **at, MPI_Win *made) {
        const int code =
            real.Win_allocate(size, disp_unit, info, quiet_self(), static_cast<void *>(at), made);
        if (code == MPI_SUCCESS) *static_cast<void **>(baseptr) = *at;
        return code;
    });
}

/// No operation is under way: each member has ended its epochs.
int win_free(MPI_Win *win) {
    if (win == nullptr) return raise(MPI_WIN_NULL, MPI_ERR_WIN);
    const MPI_Win handle = *win;
    return on_window(handle, [&](Window &window) {
        Schedule s(*window.communicator, Way::blocking);
        int code = finish_schedule(s, plan_barrier(s));
        if (code != MPI_SUCCESS) return code;
        {
            // Callbacks delete the attributes of the window. Before them the twin serves the last
            // requests that its leader has served.
            const ProgramScope callbacks;
            code = real.Win_free(win);
        }
        if (code == MPI_SUCCESS) forget(handle);
        if (!has_windows()) end_service();
        return code;
    });
}

int win_get_group(MPI_Win win, MPI_Group *group) {
    return on_window(win, [&](Window &window) {
        return group == nullptr ? MPI_ERR_ARG : group_of_ranks(window.communicator->ranks, group);
    });
}

/// A process can only load and store in its own memory.
int win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
    return on_window(win, [&](Window &window) {
        return rank == window.communicator->place
                   ? real.Win_shared_query(win, 0, size, disp_unit, baseptr)
                   : MPI_ERR_RMA_SHARED;
    });
}

} // namespace calls

} // namespace closeranks::replication
