#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/replication/planned_deaths.hpp"
#include "runtime/replication/settings.hpp"

namespace closeranks::replication {

/// Whether this thread is within a call of the program. What the MPI calls from there, as ROMIO
/// does, is its own.
[[gnu::visibility("hidden")]] extern constinit thread_local bool is_in_call;

/// One call of the program, from entering to leaving.
class Call {
  public:
    explicit Call(Function function) noexcept : function_(function), is_nested_(is_in_call) {
        is_in_call = true;
        if (comparison_is_on && !is_nested_) comparison().note_call(function_);
        if (deaths_are_at_calls && !is_nested_) die_if_planned_on_entering(function_);
    }
    ~Call() {
        if (deaths_are_at_calls && !is_nested_) die_if_planned_on_leaving(function_);
        is_in_call = is_nested_;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// The MPI's own function is to be called, and nothing else.
    [[nodiscard]] bool passes() const noexcept { return is_nested_ || !is_replicated(); }

  private:
    Function function_;
    bool is_nested_;
};

/// Code of the program that is called within a call: attribute callbacks, error handlers, reduction
/// operators. Its calls are calls of the program. An error handler may leave by a longjmp.
class ProgramScope {
  public:
    ProgramScope() noexcept : before_(is_in_call) { is_in_call = false; }
    ~ProgramScope() { is_in_call = before_; }
    ProgramScope(const ProgramScope &) = delete;
    ProgramScope &operator=(const ProgramScope &) = delete;

  private:
    bool before_;
};

} // namespace closeranks::replication
