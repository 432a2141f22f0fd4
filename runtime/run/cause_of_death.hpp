#pragma once

#include <string>

namespace closeranks {

/// Why rank `rank` of this process's MPI_COMM_WORLD died, as its keeper has written it into the
/// folder of the records: "killed by signal 9 (SIGKILL)". Empty where there is no keeper, or where
/// its records cannot be read from here. A keeper writes a moment after the death, and one whose
/// node died never does: `silence` is what to say of it then.
[[nodiscard]] std::string cause_of_death(const std::string &records, int rank, const char *silence);

} // namespace closeranks
