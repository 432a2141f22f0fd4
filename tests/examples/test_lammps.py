"""LAMMPS as the distribution built it: one partition of four dies, one run of eight is missing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, ROOT, run


@pytest.mark.skipif(shutil.which("lmp") is None, reason="LAMMPS is not installed")
def test_only_the_dead_partitions_run_is_missing(tmp_path: Path) -> None:
    result = run([str(ROOT / "examples/lammps/run"), str(tmp_path)], timeout=300)
    rows = dict(re.findall(r"^(\w+) +(\d of 8 runs complete.*)$", result.output, re.MULTILINE))
    assert rows["undisturbed"] == "8 of 8 runs complete, 8 of them as undisturbed; exit status 0"
    # The abort may come when all others have just completed: then only the status tells.
    aborted = not rows["bare"].endswith("exit status 0")
    assert aborted and int(rows["bare"][0]) <= 7, "without closeranks the job is aborted"
    assert rows["closeranks"].startswith("7 of 8 runs complete, 7 of them as undisturbed"), result
    assert rows["closeranks"].endswith(f"exit status {AFTER_LOSSES}"), result
    assert result.status == 0, str(result)
