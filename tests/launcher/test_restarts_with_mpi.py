"""--restarts: a program that goes on from its own checkpoint is started again when its survivors gave up."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import report_shape
from conftest import ROOT
from real_mpi import RANKS, build, closeranks, command
from schema import problems

HERE = Path(__file__).parent
ROUNDS = 20
SUM = sum(range(1, ROUNDS + 1)) * sum(range(1, RANKS + 1))


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, HERE / "checkpointing.c")


def checked(path: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(path.read_text())
    assert problems(report) == []
    assert report_shape.damaged_fields(report) == []
    return report


def beginnings(result: subprocess.CompletedProcess[str]) -> list[tuple[str, int]]:
    """Of each attempt its CLOSERANKS_RESTART, and the round it begins with."""
    found = re.findall(r"attempt (\w+) begins with round (\d+)", result.stdout)
    return [(restart, int(first)) for restart, first in found]


def test_it_goes_on_from_its_checkpoint(program: str, tmp_path: Path) -> None:
    words = ["--restarts", "2", "--report", str(tmp_path / "r.json"), "--kill", "0@call:MPI_Allreduce:8"]
    result = closeranks(*words, program, str(tmp_path / "state"), str(ROUNDS))
    assert result.returncode == 0, result.stderr
    assert beginnings(result) == [("none", 1), ("1", 8)], "the planned kill is for the first attempt"
    assert f"sum {SUM}\n" in result.stdout
    said = result.stderr
    assert "needs rank 0 in MPI_Bcast" in said and f"summary: 1 of {RANKS} ranks lost" in said
    assert "The job is started again: restart 1 of 2 (--restarts).\n" in said
    assert "Attempt 2 ended with status 0; 1 before could not complete.\n" in said
    assert "never came" not in said

    report = checked(tmp_path / "r.json")
    assert (report["completed"], report["exit_status"], report["lost"]) == (True, 0, [])
    (first,) = report["earlier"]
    assert (first["completed"], first["exit_status"], [one["rank"] for one in first["lost"]]) == (False, 84, [0])
    script = [sys.executable, str(ROOT / "tools/closeranks"), "report", str(tmp_path / "r.json")]
    text = subprocess.run(script, capture_output=True, text=True).stdout
    assert f"attempt 1 of 2: {RANKS} ranks, 1 lost; the program did not complete" in text
    assert f"attempt 2 of 2: {RANKS} ranks, 0 lost; the program completed" in text
    page = subprocess.run([*script, "--html", "-"], capture_output=True, text=True).stdout
    assert "Attempt 1: 1 of 4 ranks was lost; the program did not complete." in page


def test_kills_in_each_attempt_when_told_so(program: str, tmp_path: Path) -> None:
    """Each attempt does five rounds, and then no more restarts are left."""
    records = tmp_path / "records"
    words = ["--restarts", "2", "--kill", "0@call:MPI_Allreduce:6", "--kill-again", "--keep-records", str(records)]
    result = closeranks(*words, program, str(tmp_path / "state"), str(ROUNDS))
    assert result.returncode == 84, result.stderr
    assert beginnings(result) == [("none", 1), ("1", 6), ("2", 11)]
    assert "Attempt 3 could not complete either; 2 before could not complete." in result.stderr
    script = [sys.executable, str(ROOT / "tools/closeranks"), "report", str(records), "--json", "-"]
    report = json.loads(subprocess.run(script, capture_output=True, text=True).stdout)
    assert [one["lost"][0]["rank"] for one in [*report["earlier"], report]] == [0, 0, 0]

    again = closeranks("--keep-records", str(records), program, str(tmp_path / "state"), str(ROUNDS))
    assert again.returncode == 0 and f"sum {SUM}\n" in again.stdout
    assert "are replaced" in again.stderr and not (records / "restart-1").exists()


def test_a_kill_in_a_config_file_is_for_the_first_attempt_too(program: str, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("kill = 0@call:MPI_Allreduce:4\nabort_code = 9\n")
    words = ["--restarts", "1", "--config", str(tmp_path / "config")]
    result = closeranks(*words, program, str(tmp_path / "state"), str(ROUNDS))
    assert result.returncode == 0, result.stderr
    assert beginnings(result) == [("none", 1), ("1", 4)], "also where abort_code stands for 84"


def test_survivors_that_complete_are_not_started_again(program: str, tmp_path: Path) -> None:
    words = ["--restarts", "3", "--kill", "2@call:MPI_Allreduce:8"]
    result = closeranks(*words, program, str(tmp_path / "state"), str(ROUNDS))
    assert result.returncode == 83 and beginnings(result) == [("none", 1)], result.stderr
    assert "restart" not in result.stderr


def test_a_failure_of_the_program_is_its_own(program: str, tmp_path: Path) -> None:
    result = closeranks("--restarts", "3", program, str(tmp_path / "state"), str(ROUNDS), "7")
    assert result.returncode == 7 and beginnings(result) == [("none", 1)], result.stderr
    assert "started again" not in result.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_for_good(program: str, tmp_path: Path, number: signal.Signals) -> None:
    """In the second attempt."""
    words = ["--restarts", "5", "--kill", "0@call:MPI_Allreduce:3", "--report", str(tmp_path / "r.json")]
    launcher = subprocess.Popen(
        command(*words, program, str(tmp_path / "state"), "1000"),
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert launcher.stdout is not None
    assert "attempt none begins" in launcher.stdout.readline()
    assert "attempt 1 begins with round 3" in launcher.stdout.readline()
    time.sleep(0.2)
    launcher.send_signal(number)
    out, err = launcher.communicate(timeout=30)
    assert launcher.returncode == 128 + number, err
    assert err.count("started again") == 1 and "begins" not in out
    report = checked(tmp_path / "r.json")
    assert report["interrupted"] == f"closeranks was ended by signal {number.value} ({number.name})"
    assert len(report["earlier"]) == 1
