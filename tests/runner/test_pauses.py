"""Ranks are stopped now and then, and continue in the end."""

from __future__ import annotations

import os
import subprocess
import time
import uuid
from pathlib import Path

import pytest
from mpitest import pauses, processes

PRINTS = "import time\nwhile True: print(time.monotonic(), flush=True); time.sleep(0.002)"


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_a_rank_is_stopped_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOSERANKS_TEST_PAUSES", "1")
    run = uuid.uuid4().hex
    environment = os.environ | {processes.MARKER: run, "PMIX_RANK": "0"}
    with open(tmp_path / "lines", "wb") as lines:
        rank = subprocess.Popen(["/usr/bin/python3", "-c", PRINTS], env=environment, stdout=lines)
    try:
        with pauses.of_run(run):
            until = time.monotonic() + 20
            while not is_stopped(rank.pid):
                assert time.monotonic() < until, "nobody stops it"
                time.sleep(0.001)
        before = (tmp_path / "lines").stat().st_size
        time.sleep(0.5)
        assert (tmp_path / "lines").stat().st_size > before
    finally:
        rank.kill()
        rank.wait()


def test_nobody_is_stopped_unless_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLOSERANKS_TEST_PAUSES", raising=False)
    with pauses.of_run("none"):
        pass
