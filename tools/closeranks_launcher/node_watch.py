"""Settings by which mpirun and its daemons notice a node that goes silent without closing its connections."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .environment import can_be_preloaded, joined

# Beside libcloseranks.so; runtime/node_watch tells what they do.
LIBRARY = "libcloseranks-node-watch.so"
DAEMON = "closeranks-daemon"
DEFAULT_PATIENCE = 20  # seconds
RECORD = "CLOSERANKS_MPIRUN_RECORD"  # the file in which the watch notes that mpirun is asked to end

# The same settings of PRRTE to 4, and from 5 on. mpirun ignores names that it does not know.
_KEEPALIVES = ("PRTE_MCA_oob_tcp_keepalive_", "PRTE_MCA_prte_keepalive_")
_AGENT = "PRTE_MCA_prte_launch_agent"
_MOST_PROBES = 5


def _keepalive(patience: int) -> dict[str, str]:
    """Probes a silent node from half of the time on. A node that answers none of the probes has failed."""
    idle = max(patience // 2, 1)
    rest = max(patience - idle, 1)
    probes = min(rest, _MOST_PROBES)
    values = {"time": idle, "intvl": rest // probes, "probes": probes}
    return {f"{begin}{name}": str(value) for begin in _KEEPALIVES for name, value in values.items()}


def _preload(watch: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """As the program gets the library itself: by its bare name where LD_PRELOAD cannot hold the path."""
    by_path = can_be_preloaded(watch.parent)
    added = {"LD_PRELOAD": joined([str(watch) if by_path else watch.name], environment.get("LD_PRELOAD"))}
    if not by_path:
        own = environment.get("LD_LIBRARY_PATH")  # comes first: mpirun needs nothing else of ours
        added["LD_LIBRARY_PATH"] = joined([own] if own else [], str(watch.parent))
    return added


def settings(folder: Path, patience: int, environment: Mapping[str, str]) -> dict[str, str]:
    """Environment variables for mpirun, with which it gives up a node that has been silent for `patience` seconds
    (0: mpirun's own settings). Values in `environment` stay. `folder`: where our libraries are."""
    if patience == 0:
        return {}
    added = _keepalive(patience)
    if any(name in environment for name in added):
        added = {}  # a mixture is never intended
    watch = folder / LIBRARY
    if not watch.exists():
        return added
    added |= _preload(watch, environment)
    daemon = str(folder / DAEMON)
    if _AGENT not in environment and not set(daemon) & set(" ="):  # mpirun would cut it there
        added[_AGENT] = f"{daemon} prted"
    return added
