#pragma once

#include "runtime/support/process_id.hpp"

namespace closeranks::replication {

/// A process has failed; the world knows it. When it was the last one of its rank the job ends with
/// a message, unless the rank `has_finished` and this process lacks nothing of it. A twin whose
/// leader has finished ends alone: nothing is lost with it.
void note_death(ProcessId process, bool has_finished, bool my_leader_has_finished);

} // namespace closeranks::replication
