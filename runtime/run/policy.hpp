#pragma once

#include "generated/tables/policies.hpp"
#include "runtime/support/mutex.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace closeranks {

[[nodiscard]] std::optional<Policy> parse_policy(std::string_view word) noexcept;
[[nodiscard]] std::string_view word_of(Policy policy) noexcept;

/// The policies of all functions; `ignore` for kinds that a function does not have.
class Policies {
  public:
    constexpr explicit Policies(
        const std::array<SpecifiedPolicies, function_count> &specified) noexcept {
        for (std::size_t function = 0; function < function_count; ++function)
            for (std::size_t kind = 0; kind < policy_kinds.size(); ++kind)
                table_[function][kind] = specified[function][kind].value_or(Policy::ignore);
    }
    [[nodiscard]] constexpr Policy of(Function function, PolicyKind kind) const noexcept {
        return table_[static_cast<std::size_t>(function)][static_cast<std::size_t>(kind)];
    }
    constexpr void set(Function function, PolicyKind kind, Policy policy) noexcept {
        table_[static_cast<std::size_t>(function)][static_cast<std::size_t>(kind)] = policy;
    }
    [[nodiscard]] friend bool operator==(const Policies &, const Policies &) = default;

  private:
    std::array<std::array<Policy, policy_kinds.size()>, function_count> table_{};
};

/// The policies of the spec.
inline constexpr Policies default_policies(specified_policies);

/// The policies while a lost rank can be recovered, so that work that the loss spoils will be
/// redone, and the policies otherwise. A caller that sets a policy sets it in both, so that all
/// other policies remain those of the run.
struct LossPolicies {
    Policies for_good = default_policies; ///< a lost rank stays lost
    Policies for_now = default_policies;  ///< it is recovered at the next resume point
    /// The policies that the program has set, which no option changes.
    std::array<std::array<bool, policy_kinds.size()>, function_count> own{};
    [[nodiscard]] bool is_own(Function function, PolicyKind kind) const noexcept {
        return own[static_cast<std::size_t>(function)][static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] friend bool operator==(const LossPolicies &, const LossPolicies &) = default;
};

/// The tables that the program has set for its communicators (closeranks_set_policy).
///
/// A table never changes and stays until the process ends, because any thread may be reading it. No
/// two tables are equal, so a program that sets policies back and forth does not fill the memory.
///
/// Thread safety: changes exclude each other, and readers of `current` may run at the same time.
class PolicyTables {
  public:
    /// Sets `current` to the table that `edit` makes from the present one. `edit(policies)` returns
    /// false if it changes nothing; then `current` stays.
    template <typename Edit>
    [[nodiscard]] bool change(std::atomic<const LossPolicies *> &current, Edit edit) {
        const std::scoped_lock lock(mutex_);
        LossPolicies wanted = *current.load(std::memory_order_relaxed);
        if (!edit(wanted)) return false;
        current.store(keep(wanted), std::memory_order_release);
        return true;
    }

  private:
    [[nodiscard]] const LossPolicies *keep(const LossPolicies &wanted) {
        const auto same = std::find(tables_.begin(), tables_.end(), wanted);
        return same != tables_.end() ? &*same : &tables_.emplace_front(wanted);
    }

    Mutex<LockRank::leaf> mutex_;
    std::forward_list<LossPolicies> tables_;
};

} // namespace closeranks
