#pragma once

#include "runtime/support/process_id.hpp"

#include <string>

namespace closeranks {

/// Why `process` of this job died, as its keeper has written it into the
/// folder of the records: "killed by signal 9 (SIGKILL)". Empty where there is no keeper, or where
/// its records cannot be read from here. A keeper writes a moment after the death, and one whose
/// node died never does: `silence` is what to say of it then.
[[nodiscard]] std::string cause_of_death(const std::string &records, ProcessId process,
                                         const char *silence);

} // namespace closeranks
