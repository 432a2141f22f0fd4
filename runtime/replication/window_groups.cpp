#include "generated/replicas/calls.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/window_requests.hpp"

/// Epochs among groups: MPI_Win_start and MPI_Win_complete at the origins, MPI_Win_post and
/// MPI_Win_wait at the targets.

namespace closeranks::replication {

namespace {

/// The places of the members of a group; MPI_ERR_GROUP: one is no member of the window.
int places_of(const Window &window, MPI_Group group, std::set<int> &places) {
    std::vector<int> ranks;
    if (const int code = ranks_of(group, ranks); code != MPI_SUCCESS) return code;
    for (const int rank : ranks) {
        const int place = place_of(rank, window.communicator->ranks);
        if (place < 0) return MPI_ERR_GROUP;
        places.insert(place);
    }
    return MPI_SUCCESS;
}

/// Sends all operations to their targets, which carry them out when they have called MPI_Win_post.
int complete_access(Window &window) {
    int code = MPI_SUCCESS;
    for (const int place : window.started)
        if (code == MPI_SUCCESS)
            code = send_operations(window, place, tag_of_completion, Talk::request, false);
    for (const int place : window.started)
        if (const int own = take_all_answers(window, place); own != MPI_SUCCESS) code = own;
    window.started.clear();
    return code;
}

bool has_completed(const Window &window) {
    progress();
    return window.exposure.posted.empty();
}

int end_exposure(Window &window) {
    wait_for_message([&] { return has_completed(window); });
    window.is_posted = false;
    return carry_out_deferred(window);
}

} // namespace

namespace calls {

int win_start(MPI_Group group, int /*mpi_assert*/, MPI_Win win) {
    return on_window(win, [&](Window &window) {
        return window.started.empty() ? places_of(window, group, window.started) : MPI_ERR_RMA_SYNC;
    });
}

int win_complete(MPI_Win win) { return on_window(win, complete_access); }

int win_post(MPI_Group group, int /*mpi_assert*/, MPI_Win win) {
    return on_window(win, [&](Window &window) {
        if (window.is_posted) return MPI_ERR_RMA_SYNC;
        window.is_posted = true;
        return places_of(window, group, window.exposure.posted);
    });
}

int win_wait(MPI_Win win) {
    return on_window(win, [](Window &window) {
        return window.is_posted ? end_exposure(window) : MPI_ERR_RMA_SYNC;
    });
}

int win_test(MPI_Win win, int *flag) {
    return on_window(win, [&](Window &window) {
        if (!window.is_posted) return MPI_ERR_RMA_SYNC;
        const bool has_ended =
            !decisions()
                 .decide([&] {
                     return has_completed(window) ? Decisions::Outcome{1} : Decisions::Outcome{};
                 })
                 .empty();
        *flag = has_ended ? 1 : 0;
        return has_ended ? end_exposure(window) : MPI_SUCCESS;
    });
}

} // namespace calls

} // namespace closeranks::replication
