"""After all other tests of a run: they have left nothing in shared memory. CTest starts this one last."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from closeranks_launcher import leftovers

PLACES = "crt-"  # mpitest/launch.py: the places of its runs
ANY_HOST = ""  # also those of nodes that are made of namespaces
PATIENCE = 10.0  # seconds in which what has just ended may go


def _parents() -> Iterator[int]:
    """The processes that this one comes from, the nearest first."""
    process = os.getpid()
    while process > 1:
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        if process > 0:
            yield process


def _age(process: int) -> float:
    """Seconds since it was started."""
    ticks = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def _begin_of_run() -> float:
    """When ctest was started; without it what was there before counts as well."""
    for process in _parents():
        if Path(f"/proc/{process}/comm").read_text().strip() == "ctest":
            return time.time() - _age(process)
    return 0.0


def _is_used(place: Path) -> bool:
    """Somebody, of another run, has a file in it open."""
    for process in Path("/proc").iterdir():
        try:
            links = [os.readlink(file) for file in (process / "fd").iterdir()] if process.name.isdecimal() else []
        except OSError:  # it has ended, or is another user's
            continue
        if any(link.startswith(f"{place}/") for link in links):
            return True
    return False


def left_since(begin: float, folder: Path = leftovers.SHARED_MEMORY) -> list[str]:
    """Segments that no living process uses, and places of runs. In a container plain mpirun's segments stay: no launcher
    knows that nobody uses them."""
    is_known = folder != leftovers.SHARED_MEMORY or leftovers._sees_all_processes()
    names = (leftovers.unused(folder, None, ANY_HOST) if is_known else set()) | {str(place) for place in folder.glob(PLACES + "*") if not _is_used(place)}
    found = []
    for name in names:
        try:
            is_of_run = os.lstat(name).st_ctime >= begin
        except FileNotFoundError:
            continue
        if is_of_run:
            found.append(name)
    return sorted(found)


def test_what_stays_is_found(tmp_path: Path) -> None:
    begin = time.time() - 1
    segment = tmp_path / "sm_segment.node1.0.5eed0001.0"
    segment.touch()
    (tmp_path / "crt-of-a-run").mkdir()
    (tmp_path / "of-another-program").touch()
    assert left_since(begin, tmp_path) == [str(tmp_path / "crt-of-a-run"), str(segment)]
    assert left_since(time.time() + 1, tmp_path) == []


def test_nothing_stays() -> None:
    begin = _begin_of_run()
    end = time.monotonic() + PATIENCE
    found = set(left_since(begin))
    while found and time.monotonic() < end:
        time.sleep(0.5)
        found &= set(left_since(begin))
    assert sorted(found) == []
