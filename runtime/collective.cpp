#include "runtime/collective.hpp"

#include "runtime/commit.hpp"
#include "runtime/duplication.hpp"

namespace closeranks {

int run_carefully(Communicator &c, Operation &operation) noexcept {
    if (!c.duplications.empty()) [[unlikely]]
        carry_out_all(c);
    const int code = world().commit->execute(c, operation);
    if (c.has_missing()) [[unlikely]]
        world().report.incomplete(operation.function, c.absent());
    return code;
}

} // namespace closeranks
