"""Where and when the figures were measured."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from pathlib import Path

# What the library sets for Open MPI (docs/developers/design.md), for runs without it.
AS_PROTECTED = {
    "OMPI_MCA_mpi_event_tick_rate": "500",
    "OMPI_MCA_coll": "^han",
    "OMPI_MCA_async_mpi_finalize": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def cores() -> int:
    return len(os.sched_getaffinity(0))


def _model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.machine()


def _revision(root: Path) -> str:
    """The revision of the sources, which may be outside of a git repository."""
    command = ["git", "-c", "safe.directory=*", "-C", str(root), "rev-parse", "--short", "HEAD"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return result.stdout.strip() or "unknown"


def describe(root: Path, mpi_version: str) -> dict[str, str | int]:
    return {
        "date": time.strftime("%Y-%m-%d %H:%M %Z"),
        "cores": cores(),
        "CPU": _model(),
        "load average at the start": " ".join(f"{load:.2f}" for load in os.getloadavg()),
        "kernel": platform.release(),
        "MPI": mpi_version,
        "revision": _revision(root),
    }
