"""How long calls of mpi4py take, with the threads that it asks for and with one."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from measuring.figures import Points
from measuring.jobs import Runner, say

PYTHON = "/usr/bin/python3"  # the one that Debian's mpi4py is for
SCRIPT = Path(__file__).resolve().parent.parent / "calls.py"
LEVELS = ("multiple", "single")  # the first is mpi4py's own choice


def _has_mpi4py() -> bool:
    tried = [PYTHON, "-c", "import mpi4py"]
    try:
        return subprocess.run(tried, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    points = Points()
    if not _has_mpi4py():
        say(f"calls of mpi4py are not timed: {PYTHON} has no mpi4py")
        return points
    command = [PYTHON, "-B", str(SCRIPT), *(("5", "5") if quick else ("9", "10"))]
    for n in ranks:
        say(f"mpi4py, {n} ranks")
        for repeat, kind in runner.rounds(3 if quick else 7):
            for level in LEVELS:
                variables = {"MPI4PY_RC_THREAD_LEVEL": level}
                for found in runner.read(kind, n, command, variables) or []:
                    labels = {"call": found["call"], "threads": level, "ranks": n}
                    points.add(kind, repeat, found["ns"], **labels)
    return points
