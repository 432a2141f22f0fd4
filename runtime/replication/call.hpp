#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/replication/planned_deaths.hpp"
#include "runtime/replication/settings.hpp"

namespace closeranks::replication {

/// True while this thread is within a call of the program. Calls that the MPI makes from there, as
/// ROMIO does, are its own.
[[gnu::visibility("hidden")]] extern constinit thread_local bool is_in_call;

/// One call of the program, from its start to its end.
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

    /// True if only the MPI's own function has to be called.
    [[nodiscard]] bool passes() const noexcept { return is_nested_ || !is_replicated(); }

  private:
    Function function_;
    bool is_nested_;
};

/// Code of the program that runs within a call: attribute callbacks, error handlers, reduction
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
