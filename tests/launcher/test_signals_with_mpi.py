"""Signals that end mpirun alone, with the real one, which says the same of all of them by its status."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from real_mpi import RANKS, build, command
from test_report_with_mpi import checked, started_without_rank_3


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, Path(__file__).with_name("leaving.c"))


def only_child(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_mpirun_alone_is_ended(program: str, tmp_path: Path, number: signal.Signals) -> None:
    path, records = tmp_path / "report.json", tmp_path / "records"
    launcher = started_without_rank_3(program, path, records)
    os.kill(only_child(launcher.pid), number)
    _, told = launcher.communicate(timeout=30)
    assert launcher.returncode == 128 + number
    by_signal = f"mpirun was ended by signal {number.value} ({number.name})"
    assert f"closeranks: summary: {by_signal}; 1 of {RANKS} ranks lost until then\n" in told
    report = checked(path)
    assert report["interrupted"] == by_signal and [lost["rank"] for lost in report["lost"]] == [3]


def test_nobody_reads_any_more(tmp_path: Path) -> None:
    said = tmp_path / "said"
    with said.open("w") as stderr:
        printing = command("sh", "-c", "while echo line; do sleep 0.01; done")
        launcher = subprocess.Popen(printing, stdout=subprocess.PIPE, stderr=stderr)
    assert launcher.stdout is not None
    launcher.stdout.readline()
    launcher.stdout.close()  # as head does
    assert launcher.wait(30) == 128 + signal.SIGPIPE
    told = said.read_text()
    why = "signal 13 (SIGPIPE), because no process reads the output of the program any more"
    assert f"closeranks: summary: mpirun was ended by {why}; 0 of {RANKS} ranks lost until then\n" in told
    assert "node died" not in told
