#pragma once

#include <sys/types.h>

namespace closeranks::node_watch {

/// The data that mpirun gets about the launcher that has started it.
struct LauncherLink {
    pid_t launcher = 0; ///< 0: none, or mpirun handles the signals
    /// True if the launcher handles requests to end: it asks the ranks first (--grace).
    bool holds = false;
};

/// Read from `CLOSERANKS_MPIRUN_SIGNALS`, "<process>" or "<process>:hold", which the ranks do not
/// get. Only the program that takes the signals has a link, not the `mpirun` that executes it.
[[nodiscard]] const LauncherLink &launcher_link() noexcept;

} // namespace closeranks::node_watch
