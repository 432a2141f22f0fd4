#pragma once

#include <sys/types.h>

namespace closeranks::node_watch {

/// What mpirun is told of the launcher that has started it.
struct LauncherLink {
    pid_t launcher = 0; ///< 0: none, or signals are mpirun's own matter
    /// Requests to end are the launcher's matter: it asks the ranks first (--grace).
    bool holds = false;
};

/// From `CLOSERANKS_MPIRUN_SIGNALS`, "<process>" or "<process>:hold", which the ranks do not get.
/// Only the program that takes the signals has one, not `mpirun`, which becomes that.
[[nodiscard]] const LauncherLink &launcher_link() noexcept;

} // namespace closeranks::node_watch
