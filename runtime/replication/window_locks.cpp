#include "generated/replicas/calls.hpp"
#include "runtime/replication/window.hpp"

#include <vector>

/// Accesses without a call of the target's program: locks, and the completion of operations while
/// they are held. A lock is a request that the target answers when it grants the lock.

namespace closeranks::replication {

namespace {

/// Waits for all answers of these targets.
int take_all_answers(Window &window, const std::vector<int> &places) {
    int code = MPI_SUCCESS;
    for (const int place : places)
        if (const int own = take_all_answers(window, place); own != MPI_SUCCESS) code = own;
    return code;
}

/// Sends the request to all of the targets, and waits for their answers.
int ask(Window &window, const std::vector<int> &places, int tag) {
    for (const int place : places)
        if (const int code = send_request(window, place, tag); code != MPI_SUCCESS) return code;
    return take_all_answers(window, places);
}

int lock_targets(Window &window, const std::vector<int> &places, int tag, int mpi_assert) {
    const bool is_checked = (mpi_assert & MPI_MODE_NOCHECK) == 0;
    for (const int place : places)
        if (window.locks.contains(place)) return MPI_ERR_RMA_SYNC;
    if (is_checked)
        if (const int code = ask(window, places, tag); code != MPI_SUCCESS) return code;
    for (const int place : places)
        window.locks[place] = is_checked ? Access::locked : Access::unchecked;
    return MPI_SUCCESS;
}

/// Completes all operations on these targets.
int flush_targets(Window &window, const std::vector<int> &places) {
    for (const int place : places)
        if (!window.outbox(place).operations.empty())
            if (const int code = send_request(window, place, tag_of_flush); code != MPI_SUCCESS)
                return code;
    return take_all_answers(window, places);
}

/// Completes operations here: the data of the others is packed already.
int flush_here(Window &window, const std::vector<int> &places) {
    std::vector<int> fetching;
    for (const int place : places) {
        const Outbox &outbox = window.outbox(place);
        bool fetches = !outbox.results.empty();
        for (const std::vector<FetchedTo> &results : outbox.awaited)
            fetches = fetches || !results.empty();
        if (fetches) fetching.push_back(place);
    }
    return flush_targets(window, fetching);
}

int unlock_targets(Window &window, const std::vector<int> &places) {
    std::vector<int> checked;
    std::vector<int> unchecked;
    for (const int place : places)
        (window.locks[place] == Access::locked ? checked : unchecked).push_back(place);
    int code = ask(window, checked, tag_of_unlock);
    if (const int own = flush_targets(window, unchecked); own != MPI_SUCCESS) code = own;
    for (const int place : places)
        window.locks.erase(place);
    return code;
}

std::vector<int> all_targets(const Window &window) {
    std::vector<int> places;
    for (int place = 0; place < window.communicator->size(); ++place)
        places.push_back(place);
    return places;
}

std::vector<int> locked_targets(const Window &window) {
    std::vector<int> places;
    for (const auto &[place, access] : window.locks)
        places.push_back(place);
    return places;
}

/// Calls `use(window, targets)` for one target that is locked, or for all of them.
template <typename Use> int on_locked(MPI_Win win, int rank, Use use) {
    return on_window(win, [&](Window &window) {
        if (!window.has(rank)) return MPI_ERR_RANK;
        return window.locks.contains(rank) ? use(window, std::vector<int>{rank}) : MPI_ERR_RMA_SYNC;
    });
}
template <typename Use> int on_all_locked(MPI_Win win, Use use) {
    return on_window(win, [&](Window &window) {
        return window.locks.empty() ? MPI_ERR_RMA_SYNC : use(window, locked_targets(window));
    });
}

} // namespace

namespace calls {

int win_lock(int lock_type, int rank, int mpi_assert, MPI_Win win) {
    return on_window(win, [&](Window &window) {
        if (lock_type != MPI_LOCK_SHARED && lock_type != MPI_LOCK_EXCLUSIVE)
            return MPI_ERR_LOCKTYPE;
        if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
        if (!window.has(rank)) return MPI_ERR_RANK;
        const bool is_exclusive = lock_type == MPI_LOCK_EXCLUSIVE;
        return lock_targets(window, {rank},
                            is_exclusive ? tag_of_exclusive_lock : tag_of_shared_lock, mpi_assert);
    });
}

int win_lock_all(int mpi_assert, MPI_Win win) {
    return on_window(win, [&](Window &window) {
        return lock_targets(window, all_targets(window), tag_of_shared_lock, mpi_assert);
    });
}

int win_unlock(int rank, MPI_Win win) {
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    return on_locked(win, rank, unlock_targets);
}

int win_unlock_all(MPI_Win win) { return on_all_locked(win, unlock_targets); }

int win_flush(int rank, MPI_Win win) {
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    return on_locked(win, rank, flush_targets);
}

int win_flush_all(MPI_Win win) { return on_all_locked(win, flush_targets); }

int win_flush_local(int rank, MPI_Win win) {
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    return on_locked(win, rank, flush_here);
}

int win_flush_local_all(MPI_Win win) { return on_all_locked(win, flush_here); }

/// Requests are served in this call as in all others. Loads and stores need nothing.
int win_sync(MPI_Win win) {
    return on_window(win, [](Window &) { return MPI_SUCCESS; });
}

} // namespace calls

} // namespace closeranks::replication
