#include "runtime/core/way_back.hpp"

#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"

#include <cstdlib>

namespace closeranks {

void WayBack::end_at(Function function) noexcept {
    runtime().report.say(
        "rank %d has a replacement process, which calls %s before closeranks_resume(), where no "
        "other rank takes part: it ends\nto recover the rank: call %s after the resume point, or "
        "unless closeranks_returning() says that the process is on its way there",
        runtime().rank, function_name(function), function_name(function));
    die(EXIT_FAILURE);
}

} // namespace closeranks
