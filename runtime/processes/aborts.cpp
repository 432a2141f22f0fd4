#include "runtime/processes/aborts.hpp"

#include "runtime/core/end_scope.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"

#include <string>

namespace closeranks {

namespace {

/// Returns if the whole job has to end.
void end_members(MPI_Comm comm, int code) {
    Runtime &w = runtime();
    const bool alone = w.config.abort_loses == AbortLosesChoice::rank;
    const EndScope scope = alone ? scope_of_this_rank() : scope_of(comm);
    const std::string rank = "rank " + std::to_string(w.rank);
    std::string call = "called MPI_Abort";
    if (!scope.name.empty()) call += " on " + scope.name;
    call += " with code " + std::to_string(code);
    if (!scope.of_job) {
        w.report.say("%s %s: %s", rank.c_str(), call.c_str(), scope.told.sentence.c_str());
        end(scope, code, {.own = call, .others = "ended with " + rank + ", which " + call});
    }
    if (!scope.told.hint.empty())
        w.report.say("%s %s: the program ends\n%s", rank.c_str(), call.c_str(),
                     scope.told.hint.c_str());
}

} // namespace

// In its last step, the MPI's own MPI_Abort calls back into the library (core/end_scope.cpp).
int abort(MPI_Comm comm, int code) noexcept {
    if (runtime().active && exits_are_watched()) {
        try {
            end_members(comm, code);
        } catch (...) { // NOLINT(bugprone-empty-catch): no memory is left
        }
    }
    return real.Abort(comm, code);
}

} // namespace closeranks
