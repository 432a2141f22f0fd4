#pragma once

#include "runtime/fenix/groups.hpp"
#include "runtime/fenix/session.hpp"

#include <cstdio>
#include <exception>
#include <new>

/// The common parts of C functions that take a data group.
namespace closeranks::fenix {

/// No exception leaves through the C functions.
template <typename Act> int guarded(Act act) noexcept {
    try {
        return act();
    } catch (const std::bad_alloc &) {
        std::fprintf(stderr, "Fenix: there is no memory for copies of the data\n");
        return FENIX_ERROR_INTERN;
    } catch (const std::exception &) {
        return FENIX_ERROR_INTERN;
    }
}

/// For calls that send nothing.
template <typename Act> int locally(int group_id, Act act) noexcept {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    return guarded([&] {
        Group *const group = find_group(group_id);
        return group == nullptr ? FENIX_ERROR_INVALID_GROUPID : act(*group);
    });
}

/// The same for a member.
template <typename Act> int for_member(int group_id, int member_id, Act act) noexcept {
    return locally(group_id, [&](Group &group) {
        Member *const member = group.find(member_id);
        return member == nullptr ? FENIX_ERROR_INVALID_MEMBERID : act(*member);
    });
}

} // namespace closeranks::fenix
