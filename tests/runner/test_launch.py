"""Starting jobs: a hang is found, shown and ended; nothing is left behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from mpitest.launch import Job, Mpi, launch

MPI_HOME = os.environ.get("MPI_HOME", "")
needs_mpi = pytest.mark.skipif(not MPI_HOME, reason="MPI_HOME is not set")
BARE = Mpi(f"{MPI_HOME}/bin/mpirun")


def _python(code: str, ranks: int, timeout: float = 60.0) -> Job:
    return Job([sys.executable, "-c", code], ranks, timeout)


@needs_mpi
def test_lines_are_told_apart_by_rank() -> None:
    code = "import os, sys; r = os.environ['PMIX_RANK']; print('out', r); print('e', file=sys.stderr)"
    output = launch(_python(code, 3), BARE)
    assert output.status == 0
    assert output.stdout == {rank: [f"out {rank}"] for rank in range(3)}
    assert set(output.lines[0]) == {"out 0", "e"}


@needs_mpi
def test_a_hang_is_ended() -> None:
    output = launch(_python("import time; print('up', flush=True); time.sleep(1000)", 2, 3.0), BARE)
    assert "rank 1" in output.hang
    assert output.seconds < 60
    assert output.left_behind == []


@needs_mpi
def test_what_outlives_mpirun_is_found_and_ended() -> None:
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)"
    output = launch(_python(code, 1, 30.0), BARE)
    left = output.left_behind
    assert output.hang or left
    assert not any(Path(f"/proc/{pid}/stat").exists() for pid in left if not _is_zombie(pid))


def _is_zombie(pid: int) -> bool:
    try:
        return " Z " in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


@needs_mpi
def test_the_place_of_the_run_is_gone_afterwards() -> None:
    output = launch(_python("import os; print(os.environ['TMPDIR'])", 1), BARE)
    assert not Path(output.stdout[0][0]).exists()
