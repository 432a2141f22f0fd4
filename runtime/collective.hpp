#pragma once

#include "runtime/entry.hpp"
#include "runtime/keeping.hpp"
#include "runtime/operation.hpp"

#include <type_traits>

namespace closeranks {

/// Of an operation that has not been attempted: no MPI function returns it.
inline constexpr int not_attempted = -1;

/// Runs `operation` on `c` until its outcome is final at all survivors, repairing as needed.
/// Returns what the call returns to the program. `code`: what a first attempt that is not final has
/// returned.
[[nodiscard]] int run_carefully(Communicator &c, Operation &operation,
                                int code = not_attempted) noexcept;

/// The same for the operation that `describe(native)` returns, whose real call is `native`. While
/// the communicator is calm that is the real call, and a note of it in the log.
///
/// Nobody has the address of what the quick way uses, so that it stays in registers.
template <typename Native, typename Describe>
requires std::is_invocable_r_v<Operation, Describe &, Native &>
[[nodiscard, gnu::always_inline]] inline int run_collective(Communicator &c, const Native &native,
                                                            const Describe &describe) noexcept {
    int code = not_attempted;
    if (c.calm) [[likely]] {
        Native unused = native;
        const Operation operation = describe(unused);
        const auto bytes = bytes_for_all<KnownType>(c, operation);
        if (is_kept(c, operation, bytes)) [[likely]] {
            c.attempting = true;
            code = native(c.working.get(), operation.root);
            c.attempting = false;
            if (world().armed) [[unlikely]]
                world().injector.attempted(operation.function);
            if (code == MPI_SUCCESS && is_final(c, operation)) [[likely]] {
                keep<KnownType>(c, operation, bytes);
                return code;
            }
        }
    }
    Native careful = native;
    Operation operation = describe(careful);
    return run_carefully(c, operation, code);
}

} // namespace closeranks
