#include "runtime/processes/left_to_program.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/program_imports.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdlib>
#include <string>

namespace closeranks {

namespace {

const ProgramImports &imports() noexcept {
    return program_imports(reinterpret_cast<const void *>(real.Initialized));
}

std::string reason(const Config &config) {
    if (config.failures == FailuresChoice::program) return "--failures program";
    const std::string &used = imports().ulfm;
    return used.empty() ? "the program of another rank uses ULFM"
                        : "it uses " + used + " and sets error handlers";
}

} // namespace

void say_that_it_is_left_to_program(const Config &config) {
    if (config.quiet) return;
    runtime().report.say(
        "the program handles failures itself (%s): closeranks leaves all calls to the MPI "
        "and applies no policy; --failures closeranks changes that",
        reason(config).c_str());
}

bool handles_failures(const Config &config) noexcept {
    if (config.failures != FailuresChoice::auto_) return config.failures == FailuresChoice::program;
    if (config.spares != 0 || config.recovers_by_respawn) return false;
    const ProgramImports &found = imports();
    return !found.ulfm.empty() && found.sets_error_handlers && !found.uses_closeranks;
}

bool is_left_to_program() noexcept {
    Runtime &w = runtime();
    static bool is_left = false; // a process that spawns asks at each spawn
    if (is_left) return true;
    if (w.config.spares != 0) return false; // a spare does not take part
    const bool mine = handles_failures(w.config);
    const ErrorsReturn guard; // a process may have failed
    if (agree(members().everybody(), !mine)) return false;
    is_left = true;
    if (w.rank == 0) say_that_it_is_left_to_program(w.config);
    w.report.left_to_program();
    static_cast<void>(setenv("CLOSERANKS_FAILURES", "program", 1));
    return true;
}

} // namespace closeranks
