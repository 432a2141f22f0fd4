"""The leftovers of killed launchers on this machine: the shared memory of ranks that were killed with them. No other
program removes it. (Their folders: records_folder.py.)"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")
# Open MPI's: the message buffers of each rank, 16 MiB, and the memory of windows; the host's name follows in each.
_KINDS = ("sm_segment.", "osc_sm.", "osc_rdma.")
_FIRST_NAMESPACE = "pid:[4026531836]"  # of the machine (PROC_PID_INIT_INO), from where all processes are seen
_LONG = 24 * 3600.0  # seconds, where processes may use them that are not seen from here


def _sees_all_processes() -> bool:
    try:
        return os.readlink("/proc/self/ns/pid") == _FIRST_NAMESPACE
    except OSError:
        return False


def _segments(folder: Path, before: float | None, host: str) -> Iterator[str]:
    """The user's own segments, of jobs on hosts whose names begin so; only segments that were not written since
    `before`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not any(entry.name.startswith(kind + host) for kind in _KINDS):
                continue
            found = entry.stat(follow_symlinks=False)
            if found.st_uid == os.geteuid() and (before is None or found.st_mtime < before):
                yield entry.path


def _used(process: Path, segments: Iterable[str]) -> set[str]:
    """The segments that a process has open, or in its memory. The order matters: a process that maps one closes its
    descriptor then."""
    with contextlib.suppress(OSError):  # it has ended, or is another user's
        links = set()
        for descriptor in os.listdir(process / "fd"):
            with contextlib.suppress(OSError):
                links.add(os.readlink(process / "fd" / descriptor))
        maps = (process / "maps").read_text(errors="replace")
        return {segment for segment in segments if segment in links or f" {segment}\n" in maps}
    return set()


def unused(folder: Path, before: float | None, host: str) -> set[str]:
    """Segments that no visible process uses. A process that uses one has had it since the segment was made, so the
    search for the segments comes first."""
    found = set(_segments(folder, before, host))
    for name in filter(str.isdecimal, os.listdir("/proc") if found else []):
        found -= _used(Path("/proc", name), found)
    return found


def sweep(folder: Path = SHARED_MEMORY, jobs: Callable[[], Collection[str]] = tuple) -> None:
    """Removes segments that no living process uses. `jobs`: all their processes on this host are seen from here; by the
    numbers in the names of segments."""
    before = None if _sees_all_processes() else time.time() - _LONG
    host = os.uname().nodename.partition(".")[0]
    with contextlib.suppress(OSError):
        found = unused(folder, before, host)
        if before is not None:
            own = set(jobs())
            found |= {name for name in unused(folder, None, host) if not own.isdisjoint(name.split("."))}
        for segment in found:
            with contextlib.suppress(OSError):
                os.unlink(segment)
