#pragma once

#include "generated/functions.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace closeranks {

class Communicator;

/// What a call does when a rank it needs is missing (the root of a rooted collective, the peer of
/// a message).
enum class Policy : std::uint8_t {
    ignore, ///< the call does nothing and succeeds, as with MPI_PROC_NULL
    abort,  ///< the program ends, with a message that names the call and the rank
    error,  ///< the program's own error handler is raised with MPIX_ERR_PROC_FAILED
};

[[nodiscard]] std::optional<Policy> parse_policy(std::string_view word) noexcept;

/// One policy for each function; starts as the spec's defaults.
using Policies = std::array<Policy, function_count>;

/// Carries out the policy of `function` on communicator `c` for the missing application rank
/// `rank` and returns the call's error code. Does not return for Policy::abort.
[[nodiscard]] int apply_policy(Communicator &c, Function function, int rank) noexcept;

/// The same for rank `in_world` of MPI_COMM_WORLD, which need not be a member of `c`.
[[nodiscard]] int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept;

/// Carries out `policy` of `function` for a missing rank of MPI_COMM_WORLD. True: the call does
/// nothing and succeeds; false: it raises MPIX_ERR_PROC_FAILED where its errors go.
[[nodiscard]] bool ignores(Policy policy, Function function, int in_world) noexcept;

/// True for the error classes by which ULFM tells of a failure (MPIX_ERR_PROC_FAILED,
/// MPIX_ERR_PROC_FAILED_PENDING, MPIX_ERR_REVOKED); never for the program's own errors.
[[nodiscard]] bool is_failure(int code) noexcept;

} // namespace closeranks
