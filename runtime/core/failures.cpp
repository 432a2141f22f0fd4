#include "runtime/core/failures.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/run/last_call.hpp"

#include <algorithm>
#include <array>

namespace closeranks {

void tell_if_older(Function function, MPI_Group group, FunctionRef<std::string()> object) {
    if (lost_ranks().recoveries() == 0) return;
    const Gone gone = gone_from(group);
    if (gone.back.empty()) return;
    std::vector<int> there = members().ranks_of(group);
    std::erase_if(there, [](int rank) { return rank < 0 || lost_ranks().contains(rank); });
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

} // namespace

std::string name_of(const Communicator &c) {
    const Communicator &named = c.of_program();
    return name_communicator(given_name(named), named.creation.origin().in_words, named.size);
}

std::string name_as_parent(const Communicator &c) {
    const Communicator &named = c.of_program();
    return name_parent(given_name(named), named.creation.origin().in_words, named.size);
}

CommunicatorLabel label_of(const Communicator &c) {
    return make_label(c.identity.local_id(), c.identity.global_id(),
                      world_ranks_ever_of(c.identity.group()), members().size(), name_of(c));
}

int world_rank_of(const Communicator &c, int rank) noexcept {
    int in_world = MPI_UNDEFINED;
    if (rank < 0 || rank >= c.size) return MPI_UNDEFINED;
    if (c.identity.spans_worlds())
        return world_ranks_of(c.identity.group())[static_cast<std::size_t>(rank)];
    if (real.Group_translate_ranks(c.identity.group(), 1, &rank, members().group(), &in_world) !=
        MPI_SUCCESS)
        return MPI_UNDEFINED;
    return in_world;
}

bool notice_failures(Communicator &c) noexcept {
    Runtime &w = runtime();
    const std::vector<int> fresh = lost_ranks().look();
    // Each communicator has its own acknowledgement. Without it a wildcard receive never continues.
    static_cast<void>(real.Comm_failure_ack(c.messages.get()));
    if (fresh.empty()) return false;
    w.report.lost(fresh);
    // Needed here as well: the stall watch may not have run before the program ends in its next
    // call.
    activity().count_all();
    last_call().begin(w.config.records, w.rank);
    if (w.config.brings_back() && !w.recovery.has_resumed()) w.report.lacks_resume_point();
    return true;
}

bool is_missing(const Communicator &c, int rank) noexcept {
    if (c.working_ranks->live(rank) == RankMap::missing) return true;
    const bool is_replaced = members().has_replaced() && !c.identity.spans_worlds() && rank >= 0 &&
                             rank < c.size && world_rank_of(c, rank) == MPI_UNDEFINED;
    // The process has failed, and a replacement process stands for the rank.
    if (is_replaced) return true;
    return !lost_ranks().empty() && lost_ranks().contains(world_rank_of(c, rank));
}

} // namespace closeranks
