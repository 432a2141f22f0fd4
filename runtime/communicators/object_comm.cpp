#include "runtime/communicators/object_comm.hpp"

#include "runtime/commit/collective.hpp"
#include "runtime/communicators/creation_calls.hpp"
#include "runtime/communicators/freeing.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/world_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace closeranks {

namespace {

void hold(Communicator *&members, MPI_Comm made, Use use) noexcept {
    members = runtime().communicators.find(made);
    if (members != nullptr) {
        static_cast<void>(real.Comm_set_errhandler(made, MPI_ERRORS_RETURN));
        members->creation.give_to(use, &members);
    } else {
        static_cast<void>(real.Comm_free(&made)); // this process is alone
    }
}

} // namespace

int gather_members(Communicator &c, Use use, Communicator *&members) noexcept {
    MPI_Comm made = MPI_COMM_NULL;
    const auto dup = [](MPI_Comm from, MPI_Comm *to) { return real.Comm_dup(from, to); };
    const int code = create_from_survivors(c, &made, dup, {}, use);
    if (code != MPI_SUCCESS) return code;
    hold(members, made, use);
    return MPI_SUCCESS;
}

void dissolve_members(Communicator *&members) noexcept {
    if (members == nullptr) return;
    MPI_Comm comm = members->identity.handle();
    members->creation.take_from_holder();
    members = nullptr;
    static_cast<void>(free_communicator(&comm));
}

void replace_members(Communicator *&members, MPI_Comm made) noexcept {
    const Use use = members->creation.use();
    dissolve_members(members);
    hold(members, made, use);
}

Group regroup(MPI_Group before, const Communicator &members) {
    const MPI_Group now = members.identity.group();
    std::vector<int> chosen(world_ranks_ever_of(before).size());
    std::iota(chosen.begin(), chosen.end(), 0);
    Group all; // processes of the earlier group come first
    static_cast<void>(real.Group_union(before, now, all.out()));
    const std::vector<int> ranks = world_ranks_ever_of(all.get());
    const std::vector<int> there = world_ranks_of(now);
    for (int &place : chosen) {
        const int rank = ranks[static_cast<std::size_t>(place)];
        if (std::find(there.begin(), there.end(), rank) == there.end()) continue;
        place =
            static_cast<int>(std::find(ranks.rbegin(), ranks.rend(), rank).base() - ranks.begin()) -
            1;
    }
    Group result;
    static_cast<void>(
        real.Group_incl(all.get(), static_cast<int>(chosen.size()), chosen.data(), result.out()));
    return result;
}

namespace {

/// True if no other process takes part, as on the way to the resume point.
bool is_alone(const Communicator *members) noexcept {
    return members == nullptr || (WayBack::is_on() && !members->creation.is_all_new());
}

void combine(Communicator *members, Function function, std::span<std::int64_t> values, MPI_Op op,
             bool is_confirmed = false) noexcept {
    if (is_alone(members)) return;
    const std::vector<std::int64_t> own(values.begin(), values.end());
    const std::int64_t *const mine = own.data();
    std::int64_t *const all = values.data();
    const int count = static_cast<int>(values.size());
    const auto native = [=](MPI_Comm working, int) {
        return real.Allreduce(mine, all, count, MPI_INT64_T, op, working);
    };
    const auto describe = [&](auto &call) {
        return Operation{.function = function,
                         .native = call,
                         .kept = is_confirmed ? LogPlan{} : log_result(all, count, MPI_INT64_T)};
    };
    // The arguments come from the library and are right, and failures are repaired: there is no
    // other error.
    static_cast<void>(run_collective(*members, native, describe));
}

} // namespace

void combine_largest(Communicator *members, Function function,
                     std::span<std::int64_t> values) noexcept {
    combine(members, function, values, MPI_MAX);
}

void combine_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept {
    combine(members, function, values, MPI_SUM);
}

void confirm_sums(Communicator *members, Function function,
                  std::span<std::int64_t> values) noexcept {
    combine(members, function, values, MPI_SUM, true);
}

int worst(Communicator *members, Function function, int code) noexcept {
    std::int64_t all = code;
    combine_largest(members, function, {&all, 1});
    return static_cast<int>(all);
}

void wait_for_all(Communicator *members, Function function) noexcept {
    if (is_alone(members)) return;
    const auto native = [](MPI_Comm working, int) { return real.Barrier(working); };
    const auto describe = [&](auto &call) {
        return Operation{.function = function, .native = call, .kept = log_nothing()};
    };
    static_cast<void>(run_collective(*members, native, describe));
}

} // namespace closeranks
