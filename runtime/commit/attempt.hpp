#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

/// The form of `operation` that the working communicator of `c` can run in its present state.
[[nodiscard]] inline const auto &call_on(const Communicator &c,
                                         const Operation &operation) noexcept {
    using enum Contributions::From;
    const bool lacks_topology =
        c.identity.lacks_topology() && operation.contributions.from == neighbours;
    const bool compact = operation.compacted && (c.has_missing() || lacks_topology);
    return compact ? operation.compacted : operation.native;
}

/// Makes the real call of one attempt where collectives of `c` run, and judges its error: any error
/// counts as a failure if a member has failed. `root`: its rank there.
template <typename Call>
[[nodiscard, gnu::always_inline]] inline int
attempt_call(Communicator &c, Function function, const Call &call, LiveRank root) noexcept {
    int code = c.working.run(call, number_of(root));
    if (code != MPI_SUCCESS) [[unlikely]]
        code = c.working.as_failure(code);
    if (runtime().armed) [[unlikely]]
        runtime().injector.attempted(function);
    return code;
}

} // namespace closeranks
