"""Spares that nobody needs, too few, spares that die; what is said, counted and refused."""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, LAUNCHER, launch
from examples.run import run as run_command
from spares.stencils import STENCIL, made_good, run


_MARK = "CRT_TEST_OF_SPARES"


def test_nobody_needs_them(tmp_path: Path) -> None:
    ended = made_good(tmp_path, 4, 2)
    assert ended.back == [] and ended.result.messages == "", str(ended.result)
    assert len(ended.report["ranks"]) == 4, "spares are no ranks"


def test_what_is_said_and_counted(tmp_path: Path) -> None:
    ended = made_good(tmp_path, 4, 2, ["2@call:MPI_Allreduce:20"])
    said = ended.result.messages
    assert "rank 2 is recovered, in process 4 (host " in said and "; 1 spare is left" in said
    assert "summary: 1 loss made good, 0 of 4 ranks lost, 4 completed" in said
    (one,) = ended.report["recovered"]
    assert one["now"]["process"] == 4 and one["pid"] not in (0, one["now"]["pid"])
    assert "SIGKILL" in one["cause"] and 0 < one["seconds"] < one["back"], one
    assert 0.5 * one["seconds"] < sum(one["phases"].values()) < one["seconds"] + 1e-5, one  # each is rounded
    assert one["phases"]["starting"] < one["phases"]["shrinking"], one
    text = run_command([str(LAUNCHER), "report", str(tmp_path / "report.json")]).output
    assert "4 ranks, 1 loss made good, 0 lost; the program completed" in text
    assert "  rank 2 (host " in text and " in process 4 (host " in text


def test_too_few(tmp_path: Path) -> None:
    """Then the survivors continue without the lost ranks, as without spares."""
    kills = ["2@call:MPI_Allreduce:15", "3@call:MPI_Allreduce:45"]
    result, report = run(tmp_path, 5, 1, kills, options=["--lenient"])
    assert result.status == AFTER_LOSSES, str(result)
    assert result.output.count("continues without 1") == 4, str(result)
    assert [one["rank"] for one in report["recovered"]] == [2]
    assert [one["rank"] for one in report["lost"]] == [3]


def test_used_up_spares_are_told(tmp_path: Path) -> None:
    """What ends the program advises more of them, and the summary has the loss that one made good."""
    kills = ["2@call:MPI_Allreduce:15", "3@call:MPI_Allreduce:45"]
    result, report = run(tmp_path, 5, 1, kills, options=["--strict"])
    assert result.status == 84, str(result)
    assert "to recover this rank, too: more spares than --spares 1" in result.messages
    assert "summary: 1 loss made good, 1 of 5 ranks lost; no rank got through MPI_Finalize" in result.messages
    assert "  rank 2 (host " in result.messages and "; back " in result.messages
    assert [one["rank"] for one in report["recovered"]] == [2]


def test_a_program_without_a_resume_point() -> None:
    """It continues without the rank, as without spares, and is told why."""
    pi = str(BUILD / "examples/pi")
    result = launch(4, [pi, "5", "1000000"], ["2@call:MPI_Reduce:2"], ["--spares", "1"])
    assert result.status == AFTER_LOSSES, str(result)
    assert "until it does, no other process takes the place" in result.messages
    assert "summary: 1 of 4 ranks lost, 3 completed" in result.messages


def test_a_rank_that_comes_back_in_vain(tmp_path: Path) -> None:
    """It calls a collective before the resume point, where no other rank takes part: that is said, and no survivor waits."""
    program = ["40", str(tmp_path / "mark"), "nowhere", "bcast"]
    result, report = run(tmp_path, 4, 1, ["2@call:MPI_Allreduce:15"], program, ["--lenient"])
    assert result.status == AFTER_LOSSES, str(result)
    assert "rank 2 has a replacement process, which calls MPI_Bcast before closeranks_resume()" in result.messages
    assert [one["rank"] for one in report["lost"]] == [2]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """A variable that the processes of this test have, and no others: tests run beside each other. They are slow."""
    mark = f"{_MARK}={uuid.uuid4().hex}"
    monkeypatch.setenv(*mark.split("="))
    monkeypatch.setenv("PAUSE", "10")
    return mark


def _find_process(number: int, mark: str, patience: float = 20.0) -> int:
    """The process of that number among those with the mark, once its program runs."""
    wanted = {f"PMIX_RANK={number}".encode(), mark.encode()}
    limit = time.monotonic() + patience
    while time.monotonic() < limit:
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "environ").read_bytes().split(b"\0")
                program = (entry / "cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            if wanted.issubset(words) and program == STENCIL.encode():
                return int(entry.name)
        time.sleep(0.02)
    raise AssertionError(f"process {number} never came")


def test_the_spare_dies_first(tmp_path: Path, mark: str) -> None:
    """It is a loss of nobody; the next one takes its place."""
    killed: list[int] = []

    def kill() -> None:
        pid = _find_process(4, mark)
        time.sleep(1.0)
        while _share_of_a_core(pid) > 0.1:  # it still starts, for it sleeps where it waits
            pass
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        ended = made_good(tmp_path, 4, 2, ["1@5s"], ["4000"])
    finally:
        killer.join()
    assert len(killed) == 1
    (one,) = ended.report["recovered"]
    assert one["rank"] == 1 and one["now"]["process"] == 5


def test_spares_sleep(tmp_path: Path, mark: str) -> None:
    """They wait for others who compute, and must leave them the cores. Until then they start, on a busy machine longer."""
    shares: list[float] = []

    def measure() -> None:
        pid = _find_process(3, mark)
        shares.extend(_share_of_a_core(pid) for _ in range(3))

    watcher = threading.Thread(target=measure)
    watcher.start()
    try:
        result, _ = run(tmp_path, 3, 1, program=["2000"])
    finally:
        watcher.join()
    assert result.status == CLEAN, str(result)
    assert min(shares) < 0.1, shares


def _share_of_a_core(pid: int) -> float:
    """What a process has of one within the next second."""
    begin, first = time.monotonic(), _cpu_seconds(pid)
    time.sleep(1.0)
    return (_cpu_seconds(pid) - first) / (time.monotonic() - begin)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--spares", "1", "true"], "--spares needs -n"),
        (["--spares", "1", "-n", "1", "true"], "--spares needs a program of 2 ranks or more"),
        (["--spares", "1", "-n", "2", "true", ":", "-n", "2", "true"], "--spares is for one program"),
        (["--spares", "many", "-n", "2", "true"], "many"),
    ],
)
def test_what_is_refused(words: list[str], said: str) -> None:
    result = run_command([str(LAUNCHER), *words])
    assert result.status == 82 and said in result.messages, str(result)


@pytest.mark.parametrize("when", ["before", "inside"])
def test_who_dies_in_finalize_stays_away(when: str, tmp_path: Path) -> None:
    """There is no resume point any more; the others and the spares end."""
    result, report = run(tmp_path, 4, 2, [f"2@{when}:MPI_Finalize:1"])
    assert result.status == AFTER_LOSSES, str(result)
    assert result.output.count(" is right, 0 times back") == 4, str(result)
    assert report["recovered"] == [] and [one["rank"] for one in report["lost"]] == [2]
