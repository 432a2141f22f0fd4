#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

/// Makes the real call of one attempt where collectives of `c` run, and judges its error: any error
/// beside a failure counts as one. `root`: its rank there.
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
