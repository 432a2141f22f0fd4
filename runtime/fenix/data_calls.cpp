// fenix.h: data groups, for calls in which other ranks take part. data_queries.cpp has the local
// ones.

#include "runtime/fenix/groups.hpp"
#include "runtime/fenix/local_calls.hpp"
#include "runtime/fenix/session.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <climits>
#include <list>

namespace closeranks::fenix {

namespace {

/// A process has failed: the call is repeated, or not made at all.
constexpr int has_to_recover = 1 << 20;

std::list<Group> &groups() {
    static auto *const all = new std::list<Group>;
    return *all;
}

/// Whether a call creates its group. Other calls create only the group of all ranks.
enum class Creates { yes, no };

int bring_here(Group &group, Creates creates) {
    if (group.is_at(session().recoveries())) return MPI_SUCCESS;
    if (creates == Creates::yes || group.id() == FENIX_DATA_GROUP_WORLD_ID)
        return group.bring_to(session().active(), session().recoveries());
    std::fprintf(stderr, "Fenix: group %d has to be created anew after a recovery\n", group.id());
    return MPI_ERR_COMM;
}

/// The outcome of `act`, which returns an error of MPI, where all ranks run it. Data may be lost. A
/// store may report a failure that was already recovered: then it is asked once more.
template <typename Act> int attempt(Group &group, Act act) noexcept {
    return guarded([&] {
        for (int round = 0;; ++round) {
            if (!session().meet(Session::Place::data)) return has_to_recover;
            const int kind = act(group);
            if (kind != CLOSERANKS_ERR_RANK_LOST || round > 0) return kind;
        }
    });
}

/// For calls that all ranks make. `failed`: the code for an error. A process that has to recover
/// may jump away, so no object here has a destructor.
template <Creates creates = Creates::no, typename Act>
int collectively(int group_id, int on_death, int failed, Act act) noexcept(false) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    Group *const group = find_group(group_id);
    if (group == nullptr) return FENIX_ERROR_INVALID_GROUPID;
    const int code = attempt(*group, [=](Group &its) mutable {
        const int kind = bring_here(its, creates);
        return kind == MPI_SUCCESS ? act(its) : kind;
    });
    if (code == MPI_SUCCESS) return FENIX_SUCCESS;
    if (code != has_to_recover) return failed;
    session().recover();
    session().go_on();
    return on_death;
}

/// Moves a group that was prepared to the present communicator.
int bring(int group_id) {
    return collectively<Creates::yes>(group_id, FENIX_ERROR_CANCELLED, FENIX_ERROR_GROUP_CREATE,
                                      [](Group &) { return MPI_SUCCESS; });
}

Group::Policy policy_of(int name, const void *value) {
    Group::Policy policy{.name = name};
    const auto *const numbers = static_cast<const int *>(value);
    if (name != FENIX_DATA_POLICY_IN_MEMORY_RAID) {
        if (numbers != nullptr) policy.separation = numbers[0];
        return policy;
    }
    if (numbers == nullptr) return policy;
    policy.mode = numbers[0];
    policy.separation = numbers[1];
    if (policy.mode == 5) policy.size = numbers[2];
    return policy;
}

bool is_known(const Group::Policy &policy) {
    if (policy.name == FENIX_DATA_POLICY_PEER_RANK_SEPARATION) return true;
    return policy.name == FENIX_DATA_POLICY_IN_MEMORY_RAID &&
           (policy.mode == 1 || policy.mode == 5);
}

int check_group(int id, MPI_Comm comm, int stamp, int depth) {
    if (id < 0 || id >= FENIX_GROUP_ID_MAX) return FENIX_ERROR_INVALID_GROUPID;
    if (stamp < 0 || stamp >= FENIX_TIME_STAMP_MAX) return FENIX_ERROR_INVALID_TIMESTAMP;
    if (depth < -1) return FENIX_ERROR_INVALID_DEPTH;
    int order = MPI_UNEQUAL;
    MPI_Comm_compare(comm, session().resilient(), &order);
    if (order == MPI_IDENT || order == MPI_CONGRUENT) return FENIX_SUCCESS;
    std::fprintf(stderr,
                 "Fenix: group %d has to have the ranks of the resilient communicator, in "
                 "its order\n",
                 id);
    return FENIX_ERROR_GROUP_CREATE;
}

/// Makes the group if it does not exist. Returns a code of Fenix.
int prepare_group(int id, MPI_Comm comm, int stamp, int depth, int name,
                  const void *value) noexcept {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    return guarded([&] {
        if (const int code = check_group(id, comm, stamp, depth); code != FENIX_SUCCESS)
            return code;
        if (find_group(id) != nullptr) return FENIX_SUCCESS;
        const Group::Policy policy = policy_of(name, value);
        if (!is_known(policy)) {
            std::fprintf(stderr, "Fenix: group %d: policy %d is not known\n", id, name);
            return FENIX_ERROR_GROUP_CREATE;
        }
        groups().emplace_back(id, stamp, depth, policy);
        return FENIX_SUCCESS;
    });
}

int store_member(Member &member, const Fenix_Data_subset &subset) {
    const std::vector<Range> which = named_by(subset, member.count);
    for (const Range &range : which) {
        if (range.first < 0) return FENIX_ERROR_SUBSET_START_OFFSET;
        if (range.last >= member.count) return FENIX_ERROR_SUBSET_END_OFFSET;
    }
    if (which.empty()) return FENIX_SUCCESS;
    if (member.type.handle == MPI_DATATYPE_NULL || member.buffer == nullptr)
        return FENIX_ERROR_INVALID_ATTRIBUTE_VALUE; // not set since this rank was recovered
    member.store(which);
    return FENIX_SUCCESS;
}

/// Copies the data of `found` to the program. `here`: the program's member.
int hand_out(const Member &found, const Member *here, void *target, int max_count,
             Fenix_Data_subset *which) {
    if (target != nullptr && found.count > max_count) return FENIX_ERROR_NODATA_FOUND;
    // A different member with that number, which the snapshot does not have: its elements differ.
    if (here != nullptr && here->type.size != found.type.size) return FENIX_ERROR_INVALID_MEMBERID;
    const Type type =
        here != nullptr && here->type.handle != MPI_DATATYPE_NULL ? here->type : found.type;
    if (type.handle == MPI_DATATYPE_NULL && !type.is_dense) return FENIX_ERROR_INVALID_MEMBERID;
    if (target != nullptr) found.restore(target, type);
    if (which != nullptr) *which = subset_of(found.known);
    return is_all(found.known, found.count) ? FENIX_SUCCESS : FENIX_WARNING_PARTIAL_RESTORE;
}

} // namespace

Group *find_group(int id) {
    const auto found = std::find_if(groups().begin(), groups().end(),
                                    [id](const Group &group) { return group.id() == id; });
    if (found != groups().end()) return &*found;
    if (id != FENIX_DATA_GROUP_WORLD_ID) return nullptr;
    return &groups().emplace_back(id, 0, 0, Group::Policy{});
}

void free_groups() {
    for (Group &group : groups())
        group.free();
    groups().clear();
}

} // namespace closeranks::fenix

using namespace closeranks::fenix;

extern "C" {

#pragma GCC visibility push(default)

int Fenix_Data_group_create(int group_id, MPI_Comm comm, int start_time_stamp, int depth,
                            int policy_name, void *policy_value, int *flag) {
    int code = prepare_group(group_id, comm, start_time_stamp, depth, policy_name, policy_value);
    if (code == FENIX_SUCCESS) code = bring(group_id);
    if (flag != nullptr) *flag = code;
    return code;
}

int Fenix_Data_group_delete(int group_id) {
    const int code = locally(group_id, [](Group &group) {
        group.free();
        return FENIX_SUCCESS;
    });
    if (code == FENIX_SUCCESS)
        groups().remove_if([=](const Group &group) { return group.id() == group_id; });
    return code;
}

int Fenix_Data_member_create(int group_id, int member_id, void *buffer, int count,
                             MPI_Datatype datatype) {
    return locally(group_id, [&](Group &group) {
        if (member_id < 0 || member_id >= FENIX_MEMBER_ID_MAX) return FENIX_ERROR_INVALID_MEMBERID;
        if (count < 0 || datatype == MPI_DATATYPE_NULL) return FENIX_ERROR_MEMBER_CREATE;
        Member *member = group.find(member_id);
        if (member == nullptr) member = &group.members().emplace_back();
        const Type type = Type::of(datatype);
        if (member->count != count || member->type.size != type.size) { // other elements
            member->stored.clear();
            member->known.clear();
        }
        member->id = member_id;
        member->buffer = buffer;
        member->count = count;
        member->type = type;
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_member_delete(int group_id, int member_id) {
    return locally(group_id, [&](Group &group) {
        const auto is_it = [=](const Member &member) { return member.id == member_id; };
        return std::erase_if(group.members(), is_it) == 0 ? FENIX_ERROR_INVALID_MEMBERID
                                                          : FENIX_SUCCESS;
    });
}

int Fenix_Data_group_get_redundancy_policy(int group_id, int *policy_name, void *policy_value,
                                           int *flag) {
    *flag = 0;
    return locally(group_id, [&](const Group &group) {
        const Group::Policy &policy = group.policy();
        *policy_name = policy.name;
        const std::array<int, 3> values{policy.mode, policy.separation, policy.size};
        std::copy(values.begin(), values.end(), static_cast<int *>(policy_value));
        *flag = 1;
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_group_set_redundancy_policy(int group_id, int policy_name, void *policy_value,
                                           int *flag) {
    *flag = 0;
    const int code = locally(group_id, [&](Group &group) {
        if (group.has_committed()) return FENIX_ERROR_INVALID_LOGIC_CALL;
        const Group::Policy policy = policy_of(policy_name, policy_value);
        if (!is_known(policy)) return FENIX_ERROR_GROUP_CREATE;
        group.free();
        group.set_policy(policy);
        *flag = 1;
        return FENIX_SUCCESS;
    });
    return code == FENIX_SUCCESS ? bring(group_id) : code;
}

int Fenix_Data_wait(Fenix_Request) { return FENIX_SUCCESS; }

int Fenix_Data_test(Fenix_Request, int *flag) {
    *flag = 1;
    return FENIX_SUCCESS;
}

int Fenix_Data_member_store(int group_id, int member_id, Fenix_Data_subset subset_specifier) {
    if (member_id != FENIX_DATA_MEMBER_ALL)
        return for_member(group_id, member_id,
                          [&](Member &member) { return store_member(member, subset_specifier); });
    return locally(group_id, [&](Group &group) {
        for (Member &member : group.members())
            if (const int code = store_member(member, subset_specifier); code != FENIX_SUCCESS)
                return code;
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_member_storev(int group_id, int member_id, Fenix_Data_subset subset_specifier) {
    return Fenix_Data_member_store(group_id, member_id, subset_specifier);
}

int Fenix_Data_member_istore(int group_id, int member_id, Fenix_Data_subset subset_specifier,
                             Fenix_Request *request) {
    *request = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    return Fenix_Data_member_store(group_id, member_id, subset_specifier);
}

int Fenix_Data_member_istorev(int group_id, int member_id, Fenix_Data_subset subset_specifier,
                              Fenix_Request *request) {
    return Fenix_Data_member_istore(group_id, member_id, subset_specifier, request);
}

int Fenix_Data_commit(int group_id, int *time_stamp) {
    return collectively(group_id, FENIX_ERROR_COMMIT_BARRIER, FENIX_ERROR_COMMIT_BARRIER,
                        [=](Group &group) { return group.commit(time_stamp); });
}

int Fenix_Data_commit_barrier(int group_id, int *time_stamp) {
    return Fenix_Data_commit(group_id, time_stamp);
}

int Fenix_Data_barrier(int group_id) {
    return collectively(group_id, FENIX_ERROR_CANCELLED, FENIX_ERROR_INTERN,
                        [](Group &) { return MPI_SUCCESS; });
}

int Fenix_Data_member_restore(int group_id, int member_id, void *target_buffer, int max_count,
                              int time_stamp, Fenix_Data_subset *found_data) {
    return locally(group_id, [&](Group &group) {
        const long long stamp = group.at(time_stamp);
        if (stamp < 0) return FENIX_ERROR_NODATA_FOUND;
        Member found;
        if (group.read(stamp, member_id, found) != MPI_SUCCESS) return FENIX_ERROR_INVALID_MEMBERID;
        return hand_out(found, group.find(member_id), target_buffer, max_count, found_data);
    });
}

int Fenix_Data_member_lrestore(int group_id, int member_id, void *target_buffer, int max_count,
                               int time_stamp, Fenix_Data_subset *found_data) {
    return Fenix_Data_member_restore(group_id, member_id, target_buffer, max_count, time_stamp,
                                     found_data);
}

int Fenix_Data_member_restore_from_rank(int group_id, int member_id, void *data, int max_count,
                                        int time_stamp, Fenix_Data_subset *found_data,
                                        int source_rank) {
    int result = FENIX_ERROR_NODATA_FOUND;
    // For the store MPI_PROC_NULL is no rank, and its data is never missing. Here it is an invalid
    // rank.
    const int source = source_rank == MPI_PROC_NULL ? session().size() : source_rank;
    const int code = collectively(
        group_id, FENIX_ERROR_CANCELLED, FENIX_ERROR_NODATA_FOUND, [=, &result](Group &group) {
            const long long stamp = group.at(time_stamp);
            if (stamp < 0) return MPI_ERR_ARG;
            Member found;
            const int kind = group.read_from(stamp, source, member_id, found);
            if (kind == MPI_SUCCESS)
                result = hand_out(found, group.find(member_id), data, max_count, found_data);
            return kind;
        });
    return code == FENIX_SUCCESS ? result : code;
}

int Fenix_Data_member_attr_get(int group_id, int member_id, int attributename, void *attributevalue,
                               int *flag, int source_rank) {
    *flag = 0;
    const bool is_count = attributename == FENIX_DATA_MEMBER_ATTRIBUTE_COUNT;
    if (!is_count && attributename != FENIX_DATA_MEMBER_ATTRIBUTE_SIZE)
        return for_member(group_id, member_id, [&](const Member &member) {
            if (attributename == FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER)
                *static_cast<void **>(attributevalue) = member.buffer;
            else if (attributename == FENIX_DATA_MEMBER_ATTRIBUTE_DATATYPE)
                *static_cast<MPI_Datatype *>(attributevalue) = member.type.handle;
            else
                return FENIX_ERROR_INVALID_ATTRIBUTE_NAME;
            *flag = 1;
            return FENIX_SUCCESS;
        });
    if (source_rank < 0 || source_rank >= session().size()) return FENIX_ERROR_INVALID_POSITION;
    int result = FENIX_SUCCESS;
    const int code = collectively(
        group_id, FENIX_ERROR_CANCELLED, FENIX_ERROR_INVALID_MEMBERID, [=, &result](Group &group) {
            const Member *const member = group.find(member_id);
            long long mine = -1;
            if (member != nullptr)
                mine = is_count ? member->count : 1LL * member->count * member->type.size;
            std::vector<long long> all(static_cast<std::size_t>(session().size()), -1);
            MPI_Allgather(&mine, 1, MPI_LONG_LONG, all.data(), 1, MPI_LONG_LONG,
                          session().active());
            const long long got = all[static_cast<std::size_t>(source_rank)];
            if (got < 0) return MPI_ERR_ARG;
            if (got > INT_MAX) {
                result = FENIX_ERROR_INVALID_ATTRIBUTE_VALUE;
                return MPI_SUCCESS;
            }
            *static_cast<int *>(attributevalue) = static_cast<int>(got);
            *flag = 1;
            return MPI_SUCCESS;
        });
    return code == FENIX_SUCCESS ? result : code;
}

int Fenix_Data_snapshot_delete(int group_id, int time_stamp) {
    return collectively(
        group_id, FENIX_ERROR_CANCELLED, FENIX_ERROR_INVALID_TIMESTAMP, [=](Group &group) {
            const std::vector<long long> all = group.stamps();
            if (time_stamp != FENIX_DATA_SNAPSHOT_ALL)
                return group.drop(time_stamp == FENIX_DATA_SNAPSHOT_LATEST ? CLOSERANKS_NEWEST
                                                                           : time_stamp);
            for (const long long stamp : all)
                if (const int code = group.drop(stamp); code != MPI_SUCCESS) return code;
            return MPI_SUCCESS;
        });
}

#pragma GCC visibility pop
}
