#pragma once

#include "runtime/support/process_id.hpp"

#include <string>

namespace closeranks {

/// The cause of the failure of `process` of this job, as its keeper has written it into the folder
/// of the records: "killed by signal 9 (SIGKILL)". Empty where there is no keeper, or where its
/// records cannot be read from here. A keeper writes a moment after the failure. The keeper of a
/// failed node never writes: then the result is `silence`.
[[nodiscard]] std::string cause_of_death(const std::string &records, ProcessId process,
                                         const char *silence);

} // namespace closeranks
