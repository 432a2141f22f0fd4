// closeranks.h: the functions that a program may call.

#include "runtime/commit/repair_callback.hpp"
#include "runtime/communicators/comm_from_group.hpp"
#include "runtime/communicators/view.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/quirks.hpp"
#include "runtime/processes/resume.hpp"
#include "runtime/processes/resume_callbacks.hpp"
#include "runtime/run/config.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <closeranks.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

using namespace closeranks;

namespace {

/// The protection of `comm`, or nullptr.
Communicator *find(MPI_Comm comm) noexcept { return runtime().communicators.search(comm); }

/// The program's view of the size of a communicator without protection; MPI_ERR_COMM: it is no
/// communicator.
int size_of_other(MPI_Comm comm, int *size) noexcept {
    if (comm == MPI_COMM_NULL) return MPI_ERR_COMM;
    // The handle of an intercommunicator has this process alone.
    if (Communicator *const c = partial(comm)) return view_comm_size(*c, size);
    return real.Comm_size(comm, size);
}

std::optional<Policy> policy_of(closeranks_policy policy) noexcept {
    switch (policy) {
    case CLOSERANKS_POLICY_IGNORE:
        return Policy::ignore;
    case CLOSERANKS_POLICY_ABORT:
        return Policy::abort;
    case CLOSERANKS_POLICY_ERROR:
        return Policy::error;
    }
    return std::nullopt;
}

} // namespace

extern "C" {

#pragma GCC visibility push(default)

int closeranks_get_version(int *major, int *minor, int *patch) {
    *major = CLOSERANKS_VERSION_MAJOR;
    *minor = CLOSERANKS_VERSION_MINOR;
    *patch = CLOSERANKS_VERSION_PATCH;
    return MPI_SUCCESS;
}

int closeranks_active(int *flag) {
    *flag = runtime().active ? 1 : 0;
    return MPI_SUCCESS;
}

int closeranks_missing_count(MPI_Comm comm, int *count) {
    return closeranks_missing_ranks(comm, 0, nullptr, count);
}

int closeranks_missing_ranks(MPI_Comm comm, int max, int ranks[], int *count) {
    *count = 0;
    if (max < 0) return MPI_ERR_COUNT;
    const Communicator *const c = find(comm);
    if (c == nullptr) return MPI_SUCCESS;
    const RankMap &ranks_now = *c->working_ranks;
    const bool is_repaired = !c->collectives.unrepaired().read();
    if (ranks_now.is_identity() && is_repaired) return MPI_SUCCESS;
    for (int rank = 0; rank < c->size; ++rank) {
        const bool is_gone =
            is_repaired ? ranks_now.live(rank) == RankMap::missing : is_missing(*c, rank);
        if (!is_gone) continue;
        if (*count < max) ranks[*count] = rank;
        ++*count;
    }
    return MPI_SUCCESS;
}

int closeranks_is_alive(MPI_Comm comm, int rank, int *flag) {
    Communicator *const c = find(comm);
    int size = 0;
    if (c != nullptr)
        size = c->size;
    else if (const int code = size_of_other(comm, &size); code != MPI_SUCCESS)
        return code;
    *flag = 1;
    if (rank < 0 || rank >= size) return MPI_ERR_RANK;
    if (c == nullptr) return MPI_SUCCESS;
    static_cast<void>(notice_failures(*c));
    *flag = is_missing(*c, rank) ? 0 : 1;
    return MPI_SUCCESS;
}

int closeranks_generation(MPI_Comm comm, int *generation) {
    const Communicator *const c = find(comm);
    *generation = c == nullptr ? 0 : static_cast<int>(c->collectives.epoch().read());
    return MPI_SUCCESS;
}

int closeranks_contributors(MPI_Comm comm, int *count) {
    const Communicator *const c = find(comm);
    if (c == nullptr) return size_of_other(comm, count);
    *count = c->collectives.contributors().read();
    return MPI_SUCCESS;
}

int closeranks_collectives(MPI_Count *count) {
    *count = 0;
    runtime().communicators.for_each([count](const Communicator &c) {
        if (!c.is_internal()) *count += static_cast<MPI_Count>(c.sequence.read());
    });
    return MPI_SUCCESS;
}

int closeranks_await_failure(double seconds, int *told) {
    constexpr double much = 1e6; // so that it fits
    const std::chrono::duration<double> longest(seconds > 0 ? std::min(seconds, much) : 0.0);
    *told = await_failure_told(*told, std::chrono::round<std::chrono::microseconds>(longest));
    return MPI_SUCCESS;
}

int closeranks_query_thread(int *level) {
    const int code = real.Query_thread(level);
    int is_active = 0;
    static_cast<void>(closeranks_active(&is_active));
    if (is_active != 0 && (has(Quirk::wait_sync) || has(Quirk::walked_communicators)))
        *level = std::min<int>(*level, MPI_THREAD_SERIALIZED);
    return code;
}

int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy) {
    const auto wanted = policy_of(policy);
    if (function == nullptr || !wanted) return MPI_ERR_ARG;
    Communicator *const c = find(comm);
    const std::string item = std::string(function) + "=" + std::string(word_of(*wanted));
    const auto edit = [&item](LossPolicies &policies) { return read_own_policy(item, policies); };
    // An unprotected communicator has no policies of its own.
    std::atomic<const LossPolicies *> of_nobody = &runtime().policies;
    static NeverDestroyed<PolicyTables> tables;
    return tables.value.change(c != nullptr ? c->current_policies : of_nobody, edit) ? MPI_SUCCESS
                                                                                     : MPI_ERR_ARG;
}

int closeranks_horizon_from_group(MPI_Group group, MPI_Group *living) {
    int rank = MPI_UNDEFINED;
    if (group == MPI_GROUP_NULL || real.Group_rank(group, &rank) != MPI_SUCCESS ||
        rank == MPI_UNDEFINED)
        return MPI_ERR_GROUP;
    const Entry entry(Function::Comm_create_from_group); // it waits for the same processes
    *living = living_members_of(group).release();
    return MPI_SUCCESS;
}

int closeranks_on_repair(closeranks_repair_function *callback, void *context) {
    repair_callback().set(callback, context);
    return MPI_SUCCESS;
}

int closeranks_resume(closeranks_role *role) {
    *role = resume();
    if (*role != CLOSERANKS_ROLE_INITIAL) resume_callbacks().call(*role);
    return MPI_SUCCESS;
}

int closeranks_on_resume(closeranks_resume_function *callback, void *context) {
    resume_callbacks().add(callback, context);
    return MPI_SUCCESS;
}

int closeranks_returning(int *flag) {
    *flag = WayBack::is_on() ? 1 : 0;
    return MPI_SUCCESS;
}

int closeranks_recoveries(int *count) {
    *count = lost_ranks().recoveries();
    return MPI_SUCCESS;
}

int closeranks_replaced_ranks(int max, int ranks[], int *count) {
    if (max < 0) return MPI_ERR_COUNT;
    const std::vector<int> &replaced = runtime().recovery.replaced();
    *count = static_cast<int>(replaced.size());
    std::copy_n(replaced.begin(), std::min(max, *count), ranks);
    return MPI_SUCCESS;
}

#pragma GCC visibility pop
}
