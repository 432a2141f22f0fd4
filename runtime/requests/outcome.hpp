#pragma once

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/status.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

/// The code of a receive whose `source` is missing.
[[nodiscard]] inline int receive_nothing(Function function, Communicator &c, int source,
                                         MPI_Status *status) noexcept {
    make_empty(status);
    return apply_policy(c, function, source);
}

/// The code of a receive that has been matched or posted, for the real outcome `code`.
[[nodiscard]] inline int received(Function function, Communicator &c, int source,
                                  MPI_Status *status, int code) noexcept {
    if (is_failure(code)) return receive_nothing(function, c, source, status);
    translate_source(c, status);
    return code == MPI_SUCCESS ? code : c.raise(code);
}

} // namespace closeranks
