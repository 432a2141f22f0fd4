#include "runtime/windows/window_losses.hpp"

#include "runtime/core/failures.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/run/lacking.hpp"
#include "runtime/run/summary.hpp"

#include <algorithm>
#include <array>

namespace closeranks {

namespace {

/// On its way to the resume point a process is alone with its windows, and no member is missing.
bool can_lack() noexcept { return lost_ranks().any_ever() && !WayBack::is_on(); }

std::string name_at_the_mpi(MPI_Win win) {
    std::array<char, MPI_MAX_OBJECT_NAME> name{};
    int length = 0;
    if (real.Win_get_name(win, name.data(), &length) != MPI_SUCCESS) return {};
    return name.data();
}

const char *maker_of(int flavor) noexcept {
    switch (flavor) {
    case MPI_WIN_FLAVOR_ALLOCATE:
        return "MPI_Win_allocate";
    case MPI_WIN_FLAVOR_DYNAMIC:
        return "MPI_Win_create_dynamic";
    case MPI_WIN_FLAVOR_SHARED:
        return "MPI_Win_allocate_shared";
    default:
        return "MPI_Win_create";
    }
}

/// "window halo", "window 2 of MPI_Win_allocate". The window has the unique name of the
/// communicator of its processes. A window of one process needs none.
CommunicatorLabel label_of(const Window &window) {
    std::vector<int> ranks;
    for (const Window::Peer &peer : window.peers)
        ranks.push_back(peer.world_rank);
    const std::uint64_t unique =
        window.members != nullptr ? window.members->identity.global_id() : 0;
    CommunicatorLabel label = make_label(window.number, unique, std::move(ranks), members().size());
    const std::string name = name_of(window);
    label.window =
        "window " +
        (name.empty() ? std::to_string(window.number) + " of " + maker_of(window.flavor) : name);
    return label;
}

} // namespace

void name_first(Window &window) {
    static constinit std::atomic<std::uint64_t> made = 0;
    window.number = ++made;
    window.first_name = name_at_the_mpi(window.handle);
}

std::string name_of(const Window &window) {
    if (!can_lack()) return {};
    std::string name = name_at_the_mpi(window.handle);
    return name == window.first_name ? std::string() : name;
}

void lose_replaced(std::span<const int> ranks) noexcept {
    window_table().for_each([&](Window &window) {
        for (Window::Peer &peer : window.peers)
            if (std::find(ranks.begin(), ranks.end(), peer.world_rank) != ranks.end())
                peer.exists = false;
    });
}

void note_absent(Function function, const Window &window) noexcept {
    if (!can_lack()) return;
    int absent = 0;
    for (int rank = 0; rank < window.size; ++rank)
        if (window.is_gone(rank)) ++absent;
    if (absent != 0) runtime().report.incomplete(function, absent);
}

void note_lacking(Function function, const Window &window, std::span<const int> ranks) noexcept {
    if (ranks.empty() || !can_lack()) return;
    const auto in_world = [&] {
        InWorld found{.communicator = label_of(window), .ranks = {}};
        for (const int rank : ranks)
            found.ranks.push_back(window.peers[static_cast<std::size_t>(rank)].world_rank);
        return found;
    };
    runtime().report.lacking(function, window.number, ranks, 0, in_world,
                             [] { return Shortfall{}; });
    tell_if_older(function, window.group.get(), [&] { return label_of(window).window; });
}

void note_lacking(Function function, Window &window) noexcept {
    if (!can_lack()) return;
    std::vector<int> gone;
    for (int rank = 0; rank < window.size; ++rank)
        if (window.is_gone(rank)) gone.push_back(rank);
    note_lacking(function, window, gone);
}

void report_losses(Window &window, const std::string &name) {
    if (!can_lack()) return;
    AffectedWindow affected{
        .name = name, .made_by = maker_of(window.flavor), .ranks = {}, .bytes = 0};
    bool is_first = true;
    for (int rank = 0; rank < window.size; ++rank) {
        if (!window.is_gone(rank)) {
            if (is_first && rank != window.rank) return;
            is_first = false;
            continue;
        }
        affected.ranks.push_back(window.peer(rank).world_rank);
        affected.bytes += window.peer(rank).size;
    }
    if (!affected.ranks.empty()) runtime().report.affected(affected);
}

} // namespace closeranks
