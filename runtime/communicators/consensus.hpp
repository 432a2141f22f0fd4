#pragma once

#include "runtime/core/communicator.hpp"

#include <vector>

namespace closeranks {

/// What the living members of a group settled.
struct Settlement {
    Group alive; ///< the members that lived when it was settled, in the order of the group
    std::vector<int> tags; ///< theirs
    /// Everybody in `alive` said ok. One who said no and has died may count as well.
    bool ok = false;
    bool refused = false; ///< some members will not come (refuse); `alive` means nothing then
};

/// Uniform consensus among the members of `group` alone, by messages: all living members get the
/// same answer. Collective over the members of `group`, of which member `i` sends with the tag
/// `tags[i]`, so that members who do not know the group can refuse; calls with the same members
/// must have different tags when threads run them at the same time.
///
/// Needed where no communicator of just these processes exists, so that MPIX_Comm_agree cannot be
/// used (Comm_create_group). Rotating coordinator with a perfect failure detector (Chandra and
/// Toueg, J. ACM 43(2), 1996): a coordinator collects what everybody says, proposes, and decides
/// once all living members have locked its proposal; a locked proposal outlives its coordinator.
/// Three messages per member without failures, and one to each other member at the end. All of it
/// is checked as a model (tests/model/consensus.pml).
[[nodiscard]] Settlement settle(MPI_Group group, const std::vector<int> &tags, bool ok) noexcept;

/// Tells everybody who may ever wait for this process in a settlement where it sends with `tag`
/// that it will not come. All living members that have that tag must do the same. Local: does not
/// wait for anybody. The tag is never used again.
void refuse(int tag) noexcept;

} // namespace closeranks
