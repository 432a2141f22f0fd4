#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/replication/planned_deaths.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/service.hpp"
#include "runtime/replication/settings.hpp"
#include "runtime/replication/turns.hpp"

namespace closeranks::replication {

/// True if the function only tells or notes what this process knows, the same in both processes of
/// a rank at all times.
[[nodiscard]] constexpr bool is_local(Function function) noexcept {
    return class_of(function) == FunctionClass::local_only && function != Function::Wtime &&
           function != Function::Get_processor_name;
}

/// True if other ranks' requests are served in the call: in all that do more than note or tell. A
/// program may call MPI_Win_sync until it sees what another rank has written.
[[nodiscard]] constexpr bool is_serving_call(Function function) noexcept {
    return !is_local(function) || function == Function::Win_sync;
}

/// One call of the program, from its start to its end.
///
/// Calls within it are the MPI's own, as those of ROMIO. But operators and callbacks of generalized
/// requests are code of the program. They run at different moments in the two processes of a rank,
/// so they get only the outcomes of local functions.
class Call {
  public:
    /// `caller`: the code that has called the function.
    Call(Function function, const void *caller) noexcept
        : function_(function), caller_(caller), is_nested_(is_in_call) {
        is_in_call = true;
        has_turn_ = turns_are_watched && !is_nested_ && take_turn(function_);
        if (comparison_is_on && !is_nested_) comparison().note_call(function_);
        if (deaths_are_at_calls && !is_nested_) die_if_planned_on_entering(function_);
        serves_ = requests_are_served && !is_nested_ && is_serving_call(function_);
        if (serves_) open_service();
    }
    ~Call() {
        if (serves_ && service_is_open) close_service();
        if (deaths_are_at_calls && !is_nested_) die_if_planned_on_leaving(function_);
        if (has_turn_) give_turn();
        is_in_call = is_nested_;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// True if only the MPI's own function has to be called.
    [[nodiscard]] bool passes() const noexcept {
        if (!is_replicated()) return true;
        return is_nested_ && !(is_local(function_) && is_code_of_program(caller_));
    }

  private:
    Function function_;
    const void *caller_;
    bool is_nested_;
    bool has_turn_ = false;
    bool serves_ = false;
};

/// Code of the program that runs within a call, at the same moment in both processes of a rank:
/// attribute callbacks and error handlers. Its calls are calls of the program, and take turns of
/// their own. An error handler may leave by a longjmp.
class ProgramScope {
  public:
    ProgramScope() : before_(is_in_call), served_(service_is_open) {
        if (served_) close_service();
        is_in_call = false;
        if (turns_are_watched && before_) give_turn();
    }
    ~ProgramScope() {
        is_in_call = before_;
        if (served_ && requests_are_served) open_service();
    }
    ProgramScope(const ProgramScope &) = delete;
    ProgramScope &operator=(const ProgramScope &) = delete;

  private:
    bool before_;
    bool served_;
};

} // namespace closeranks::replication
