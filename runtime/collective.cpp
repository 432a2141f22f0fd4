#include "runtime/collective.hpp"

#include "runtime/commit.hpp"

#include <algorithm>
#include <cstdint>

namespace closeranks {

int run_carefully(Communicator &c, Operation &operation) noexcept {
    world().background.finish(c);
    const std::uint32_t epoch = c.epoch;
    c.contributors = c.size;
    Snapshot before;
    if (needs_copy(c, operation)) {
        const Kept::Elements mine = operation.kept.mine;
        before = Snapshot(mine.buffer, mine.count, mine.type);
        operation.before = &before;
    }
    const int code = world().commit->execute(c, operation);
    if (c.has_missing()) {
        c.contributors = std::min(c.contributors, c.size - c.absent());
        if (!c.internal) world().report.incomplete(operation.function, c.absent());
    }
    if (c.epoch != epoch && !c.internal) world().on_repair.call(c);
    return code;
}

} // namespace closeranks
