#pragma once

#include "runtime/core/communicator.hpp"

#include <vector>

namespace closeranks {

/// The result of a settlement among the living members of a group.
struct Settlement {
    Group alive; ///< the members that lived when it was settled, in the order of the group
    std::vector<int> tags; ///< the tags of the living members
    /// All members in `alive` said ok. A member that said no and has failed may count as well.
    bool ok = false;
    bool refused = false; ///< some members refuse to come; `alive` means nothing then
};

/// Uniform consensus among the members of `group` alone, by messages: all living members get the
/// same answer. Collective over the members of `group`. Member `i` sends with the tag `tags[i]`, so
/// that members that do not know the group can refuse. Calls with the same members must have
/// different tags when threads run them at the same time.
///
/// Needed where no communicator of just these processes exists, so that MPIX_Comm_agree cannot be
/// used (Comm_create_group). The algorithm is a rotating coordinator with a perfect failure
/// detector (Chandra and Toueg, J. ACM 43(2), 1996). A coordinator collects the estimates of all
/// members, proposes, and decides once all living members have locked its proposal. A locked
/// proposal outlives its coordinator. A member sends three messages without failures, and one to
/// each other member at the end. The algorithm is checked as a model (tests/model/consensus.pml).
[[nodiscard]] Settlement settle(MPI_Group group, const std::vector<int> &tags, bool ok) noexcept;

/// Tells all processes that may ever wait for this one in a settlement where it sends with `tag`
/// that it will not come. All living members that have that tag must do the same. Local: does not
/// wait for any process. The tag is never used again.
void refuse(int tag) noexcept;

} // namespace closeranks
