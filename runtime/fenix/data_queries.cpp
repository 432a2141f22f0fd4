// fenix.h: local queries and settings of data groups.

#include "runtime/fenix/local_calls.hpp"

#include <cstddef>
#include <vector>

namespace closeranks::fenix {

namespace {

int set_attribute(Member &member, int name, void *value) {
    switch (name) {
    case FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER:
        member.buffer = value;
        return FENIX_SUCCESS;
    case FENIX_DATA_MEMBER_ATTRIBUTE_COUNT: {
        const int count = *static_cast<int *>(value);
        if (count < 0 || (!member.stored.empty() && count != member.count))
            return FENIX_ERROR_INVALID_ATTRIBUTE_VALUE;
        member.count = count;
        return FENIX_SUCCESS;
    }
    case FENIX_DATA_MEMBER_ATTRIBUTE_DATATYPE: {
        const auto handle = *static_cast<MPI_Datatype *>(value);
        if (handle == MPI_DATATYPE_NULL) return FENIX_ERROR_INVALID_ATTRIBUTE_VALUE;
        const Type type = Type::of(handle);
        if (!member.stored.empty() && type.size != member.type.size)
            return FENIX_ERROR_INVALID_ATTRIBUTE_VALUE;
        member.type = type;
        return FENIX_SUCCESS;
    }
    default:
        return FENIX_ERROR_INVALID_ATTRIBUTE_NAME;
    }
}

} // namespace

} // namespace closeranks::fenix

using namespace closeranks::fenix;

extern "C" {

#pragma GCC visibility push(default)

int Fenix_Data_group_get_number_of_members(int group_id, int *number_of_members) {
    return locally(group_id, [=](Group &group) {
        *number_of_members = static_cast<int>(group.members().size());
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_group_get_member_at_position(int group_id, int *member_id, int position) {
    return locally(group_id, [=](Group &group) {
        if (position < 0 || static_cast<std::size_t>(position) >= group.members().size())
            return FENIX_ERROR_INVALID_POSITION;
        *member_id = group.members()[static_cast<std::size_t>(position)].id;
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_group_get_number_of_snapshots(int group_id, int *number_of_snapshots) {
    return locally(group_id, [=](const Group &group) {
        *number_of_snapshots = static_cast<int>(group.stamps().size());
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_group_get_snapshot_at_position(int group_id, int position, int *time_stamp) {
    return locally(group_id, [=](const Group &group) {
        const std::vector<long long> stamps = group.stamps();
        if (position < 0 || static_cast<std::size_t>(position) >= stamps.size())
            return FENIX_ERROR_INVALID_POSITION;
        *time_stamp = static_cast<int>(stamps[static_cast<std::size_t>(position)]);
        return FENIX_SUCCESS;
    });
}

int Fenix_Data_member_attr_set(int group_id, int member_id, int attribute_name,
                               void *attribute_value, int *flag) {
    *flag = 0;
    return for_member(group_id, member_id, [&](Member &member) {
        const int code = set_attribute(member, attribute_name, attribute_value);
        *flag = code == FENIX_SUCCESS ? 1 : 0;
        return code;
    });
}

#pragma GCC visibility pop
}
