#include "runtime/core/failures.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/foreign_processes.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/last_call.hpp"
#include "runtime/run/members.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <array>

namespace closeranks {

std::vector<int> world_ranks_of(MPI_Group group) {
    std::vector<int> in_world = members().ranks_of(group);
    foreign_processes().number(group, in_world);
    return in_world;
}

std::vector<int> world_ranks_ever_of(MPI_Group group) {
    std::vector<int> in_world = members().ranks_ever_of(group);
    foreign_processes().number(group, in_world);
    return in_world;
}

std::vector<int> Gone::all() const {
    std::vector<int> ranks = lost;
    ranks.insert(ranks.end(), back.begin(), back.end());
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

Gone gone_from(MPI_Group group) {
    Gone gone;
    if (!runtime().has_lost()) return gone;
    const std::vector<int> now = members().ranks_of(group);
    const std::vector<int> ever = world_ranks_ever_of(group);
    for (std::size_t i = 0; i < ever.size(); ++i) {
        if (runtime().missing.contains(ever[i]))
            gone.lost.push_back(ever[i]);
        else if (now[i] == MPI_UNDEFINED && ever[i] >= 0 && ever[i] < members().size())
            gone.back.push_back(ever[i]);
    }
    return gone;
}

void tell_if_older(Function function, MPI_Group group, FunctionRef<std::string()> object) {
    if (runtime().recoveries == 0) return;
    const Gone gone = gone_from(group);
    if (gone.back.empty()) return;
    std::vector<int> there = members().ranks_of(group);
    std::erase_if(there, [](int rank) { return rank < 0 || runtime().missing.contains(rank); });
    if (*std::min_element(there.begin(), there.end()) == runtime().rank)
        runtime().report.older(function, object(), gone.back);
}

namespace {

/// The name that the MPI gives for the communicator.
std::string given_name(const Communicator &c) {
    const MPI_Comm handle = c.handle_of_program();
    std::array<char, MPI_MAX_OBJECT_NAME> name{};
    int length = 0;
    if (handle == MPI_COMM_NULL || real.Comm_get_name(handle, name.data(), &length) != MPI_SUCCESS)
        return {};
    return name.data();
}

/// The program's communicator: for a subcommunicator that the library made, its parent.
const Communicator &whole_of(const Communicator &c) noexcept {
    return c.whole != nullptr ? *c.whole : c;
}

} // namespace

std::string name_of(const Communicator &c) {
    const Communicator &whole = whole_of(c);
    return name_communicator(given_name(whole), whole.origin.in_words, whole.size);
}

std::string name_as_parent(const Communicator &c) {
    const Communicator &whole = whole_of(c);
    return name_parent(given_name(whole), whole.origin.in_words, whole.size);
}

CommunicatorLabel label_of(const Communicator &c) {
    return make_label(c.local_id, c.global_id, world_ranks_ever_of(c.group.get()), members().size(),
                      name_of(c));
}

int world_rank_of(const Communicator &c, int rank) noexcept {
    int in_world = MPI_UNDEFINED;
    if (rank < 0 || rank >= c.size) return MPI_UNDEFINED;
    if (c.foreign) return world_ranks_of(c.group.get())[static_cast<std::size_t>(rank)];
    if (real.Group_translate_ranks(c.group.get(), 1, &rank, members().group(), &in_world) !=
        MPI_SUCCESS)
        return MPI_UNDEFINED;
    return in_world;
}

std::vector<int> failed_in_world() {
    return failed_ranks(members().everybody(), members().group());
}

bool notice_failures(Communicator &c) noexcept {
    Runtime &w = runtime();
    // The group of all failed processes only grows: an unchanged size means that there are no new
    // failures.
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(members().everybody(), failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS)
        return false;
    std::vector<int> fresh;
    if (!foreign_processes().empty()) {
        // Some of the missing processes may be connected ones, which the counts do not include.
        std::vector<int> known = foreign_processes().failed();
        const std::vector<int> ours = failed_in_world();
        known.insert(known.end(), ours.begin(), ours.end());
        fresh = w.missing.add(known);
    } else if (!w.missing.knows(count)) {
        fresh = w.missing.add(failed_in_world());
        w.missing.know(count);
    }
    // Each communicator has its own acknowledgement. Without it a wildcard receive never continues.
    static_cast<void>(real.Comm_failure_ack(c.messages.get()));
    if (fresh.empty()) return false;
    w.report.lost(fresh);
    // Needed here as well: the stall watch may not have run before the program ends in its next
    // call.
    activity().count_all();
    last_call().begin(w.config.records, w.rank);
    if (w.config.brings_back() && !w.resumed) w.report.lacks_resume_point();
    return true;
}

bool is_missing(const Communicator &c, int rank) noexcept {
    if (c.working_ranks->live(rank) == RankMap::missing) return true;
    const bool is_replaced = members().has_replaced() && !c.foreign && rank >= 0 && rank < c.size &&
                             world_rank_of(c, rank) == MPI_UNDEFINED;
    // The process has failed, and a replacement process stands for the rank.
    if (is_replaced) return true;
    return !runtime().missing.empty() && runtime().missing.contains(world_rank_of(c, rank));
}

} // namespace closeranks
