#include "runtime/policy.hpp"

#include "runtime/exit_watch.hpp"
#include "runtime/option_value.hpp"
#include "runtime/world.hpp"

#include <mpi-ext.h>

namespace closeranks {

namespace {

constexpr std::array<std::string_view, 3> words = {"ignore", "abort", "error"}; // as in Policy

} // namespace

std::optional<Policy> parse_policy(std::string_view word) noexcept {
    const std::size_t i = find_word(word, words);
    return i < words.size() ? std::optional(static_cast<Policy>(i)) : std::nullopt;
}

std::string_view word_of(Policy policy) noexcept {
    return words.at(static_cast<std::size_t>(policy));
}

bool is_failure(int code) noexcept {
    if (code == MPI_SUCCESS) return false;
    int error_class = code;
    static_cast<void>(real.Error_class(code, &error_class));
    return error_class == MPIX_ERR_PROC_FAILED || error_class == MPIX_ERR_PROC_FAILED_PENDING ||
           error_class == MPIX_ERR_REVOKED;
}

int apply_policy(Communicator &c, Function function, int rank) noexcept {
    static_cast<void>(notice_failures(c));
    return apply_policy_in_world(c, function, world_rank_of(c, rank));
}

std::string way_on(Function function, PolicyKind kind) {
    if (world().policies.of(function, kind) != Policy::abort)
        return "the program has set this policy itself, by closeranks_set_policy";
    std::string item = function_name(function);
    if (item.starts_with("MPI_")) item.erase(0, 4);
    if (kind != PolicyKind::peer)
        item.append("/").append(policy_kinds[static_cast<std::size_t>(kind)]);
    return "--policy " + item + "=ignore, or " +
           (world().config.strict ? "--lenient instead of --strict" : "--lenient");
}

bool ignores(Policy policy, Function function, int in_world) noexcept {
    World &w = world();
    switch (policy) {
    case Policy::ignore:
        w.report.skipped(function, in_world);
        return true;
    case Policy::abort:
        w.report.aborting(function, in_world, way_on(function, PolicyKind::peer));
        end_program(w.config.abort_code);
    case Policy::error:
        break;
    }
    return false;
}

int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept {
    return ignores(policy_of(c, function), function, in_world) ? MPI_SUCCESS
                                                               : c.raise(MPIX_ERR_PROC_FAILED);
}

} // namespace closeranks
