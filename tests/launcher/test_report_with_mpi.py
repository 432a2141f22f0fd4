"""Reports of runs with the real library, in which ranks are really killed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import launch_record, report_shape
from conftest import ROOT
from real_mpi import PLACE, RANKS, build, closeranks, command
from schema import problems

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, HERE / "leaving.c")


def checked(path: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(path.read_text())
    assert problems(report) == []
    assert report_shape.damaged_fields(report) == []
    return report


def read(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / "tools/closeranks")
    return subprocess.run([sys.executable, script, "report", *arguments], capture_output=True, text=True)


def test_a_run_that_lost_two_ranks(program: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    plan = "2@call:MPI_Allreduce:10,3@call:MPI_Allreduce:60"
    result = closeranks("--report", str(path), "--kill", plan, program)
    assert result.returncode == 83, result.stderr
    report = checked(path)
    assert report["exit_status"] == 83 and report["completed"] and report["interrupted"] is None
    assert report["command"][0] == "closeranks" and report["command"][-1] == program
    assert report["mpi"]["version"].startswith("Open MPI v5") and Path(report["mpi"]["prefix"], "bin/mpirun").exists()
    assert report["options"]["kill"] == {"value": plan, "from": "command line"}
    assert report["options"]["commit"] == {"value": "optimistic", "from": "default"}
    assert report["started"] < report["initialised"] < report["ended"]
    assert [number for ranks in report["hosts"].values() for number in ranks] == list(range(RANKS))

    assert [lost["rank"] for lost in report["lost"]] == [2, 3]
    assert 0 < report["lost"][0]["died"] < report["lost"][1]["died"] < report["seconds"]
    for lost, item in zip(report["lost"], plan.split(",")):
        assert lost["cause"] == f"killed by signal 9 (SIGKILL), planned by --kill {item}"
        assert lost["detection"] >= 0 and lost["noticed_by"] in (0, 1)
        assert lost["noticed"] - lost["died"] == pytest.approx(lost["detection"], abs=2e-6)
    assert report["repairs"][-1]["missing"] == [2, 3] and report["repairs"][-1]["survivors"] == 2
    for repair in report["repairs"]:
        assert repair["function"] == "MPI_Allreduce" and {0, 1} <= set(repair["ranks"])
        phases = repair["phases"]
        assert phases["revoking"] + phases["shrinking"] <= repair["seconds"] + 1e-5
        assert phases["voting"] is not None and phases["redoing"] is not None
    assert report["communicators"] == [{"communicator": 0, "name": "MPI_COMM_WORLD", "members": "", "size": 4, "missing": [2, 3], "repairs": len(report["repairs"])}]
    assert 1 <= report["redone"]["MPI_Allreduce"] <= len(report["repairs"])

    assert "2 lost; the program completed after" in read(str(path)).stdout
    page = read(str(path), "--html", "-").stdout
    assert "2 of 4 ranks were lost; the program completed." in page and 'id="loss-3"' in page


def test_a_disabled_run_has_lost_no_rank(program: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    result = closeranks("--disable", "--report", str(path), program)
    assert result.returncode == 0 and "lost" not in result.stderr, result.stderr
    report = checked(path)
    assert report["completed"] and report["lost"] == []


@pytest.mark.parametrize("commit", ["agreed", "optimistic"])
def test_files_and_windows(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, commit: str) -> None:
    affected = build(tmp_path_factory, HERE / "affected.c")
    path = tmp_path / "report.json"
    result = closeranks("--report", str(path), "--lenient", "--commit", commit, affected, str(tmp_path / "out"))
    assert result.returncode == 83, result.stderr
    report = checked(path)
    assert report["lost"][0]["cause"] == "killed by signal 9 (SIGKILL)"
    assert [(file["name"], file["ranks"]) for file in report["files"]] == [(str(tmp_path / "out"), [2])]
    assert report["windows"] == [{"name": "halo", "made_by": "MPI_Win_allocate", "ranks": [2], "bytes": 4096}]
    assert report["skipped"] == {"MPI_Send": 1}


def test_the_summary_names_windows(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    """Also one that the rank which speaks has no part in."""
    path = tmp_path / "report.json"
    result = closeranks("--report", str(path), build(tmp_path_factory, HERE / "epochs.c"))
    assert result.returncode == 83, result.stderr
    assert result.stdout == "round 4\n", "what rank 3 puts at rank 1 after the death"
    for line in (
        "MPI_Win_fence on window 1 of MPI_Win_allocate (ranks 1 to 3) lacked rank 2 in 7 calls from",
        "MPI_Win_wait on window 1 of MPI_Win_allocate (ranks 1 to 3) lacked rank 2 in 1 call from",
        "a window of MPI_Win_allocate: the memory of rank 2 is lost, 40 bytes",
    ):
        assert f"closeranks:   {line}" in result.stderr
    assert "calls skipped, all ranks together: MPI_Put 3" in result.stderr
    report = checked(path)
    assert report["windows"] == [{"name": "", "made_by": "MPI_Win_allocate", "ranks": [2], "bytes": 40}]
    assert {one["window"] for one in report["lacking"]} == {"window 1 of MPI_Win_allocate"}
    assert "MPI_Win_fence on window 1 of MPI_Win_allocate" in read(str(path), "--html", "-").stdout


def test_the_library_alone_writes_one_too(program: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    variables = {
        "LD_PRELOAD": str(PLACE.library),
        "CLOSERANKS_REPORT": str(path),
        "CLOSERANKS_KILL": "2@call:MPI_Allreduce:10",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }
    words = [str(PLACE.mpirun), "--with-ft", "ulfm", "--oversubscribe", "-n", "4"]
    for name in variables:
        words += ["-x", name] if not name.startswith("OMPI_") else []
    preload = variables.pop("LD_PRELOAD")
    words[words.index("LD_PRELOAD")] = f"LD_PRELOAD={preload}"
    subprocess.run([*words, program], env=os.environ | variables, capture_output=True, timeout=60)
    report = checked(path)
    assert report["written_by"] == "library" and report["lost"][0]["rank"] == 2
    assert report["redone"]["MPI_Allreduce"] >= 1
    assert {number == round(number, 6) for number in fractions(report)} == {True}, "times are in whole microseconds"


def fractions(part: Any) -> Iterator[float]:
    """All in a report. Values, not digits: for one in 650 the library's writer takes more digits than there must be."""
    if isinstance(part, float):
        yield part
    elif isinstance(part, (dict, list)):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from fractions(inner)


def wait_until(is_true: Any) -> None:
    deadline = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def started(records: Path, *arguments: str) -> subprocess.Popen[str]:
    """A launcher whose ranks are through MPI_Init."""
    options = ["--keep-records", str(records), *arguments]
    launcher = subprocess.Popen(command(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ready() -> bool:
        files = list(records.glob("keeper-rank-*.jsonl"))
        return len(files) == RANKS and all('"initialised"' in path.read_text() for path in files)

    wait_until(ready)
    return launcher


def pid_of(records: Path, rank: int) -> int:
    lines = (records / f"rank-{rank}.jsonl").read_text().splitlines()
    return next(int(event["pid"]) for event in map(json.loads, lines) if event["event"] == "start")


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def started_without_rank_3(program: str, path: Path, records: Path) -> subprocess.Popen[str]:
    """A job that would run for long, and has been repaired after a death."""
    launcher = started(records, "--report", str(path), program, "long")
    os.kill(pid_of(records, 3), signal.SIGKILL)
    wait_until(lambda: '"redone"' in (records / "rank-0.jsonl").read_text())
    return launcher


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_job_that_is_killed_has_a_report(program: str, tmp_path: Path, number: signal.Signals) -> None:
    path, records = tmp_path / "report.json", tmp_path / "records"
    launcher = started_without_rank_3(program, path, records)
    launcher.send_signal(number)
    launcher.communicate(timeout=30)
    assert launcher.returncode == 128 + number
    report = checked(path)
    assert report["exit_status"] == 128 + number and not report["completed"]
    assert report["interrupted"] == f"closeranks was ended by signal {number.value} ({number.name})"
    assert [(lost["rank"], lost["cause"]) for lost in report["lost"]] == [(3, "killed by signal 9 (SIGKILL)")]
    assert report["repairs"][0]["missing"] == [3]
    assert "; the program did not complete." in read(str(path), "--html", "-").stdout


def test_a_launcher_that_is_killed_leaves_the_records(program: str, tmp_path: Path) -> None:
    path, records = tmp_path / "report.json", tmp_path / "records"
    launcher = started_without_rank_3(program, path, records)
    launcher.kill()
    launcher.communicate(timeout=30)
    pids = [pid_of(records, rank) for rank in range(RANKS)]
    wait_until(lambda: not any(is_running(pid) for pid in pids))  # mpirun ends with the launcher
    assert not path.exists()
    made = tmp_path / "made.json"
    assert read(str(records), "--json", str(made)).returncode == 0
    report = checked(made)
    assert report["interrupted"] == launch_record.KILLED and report["exit_status"] is None
    assert [lost["rank"] for lost in report["lost"]] == [3]
    assert report["command"][-2:] == [program, "long"]
    assert f"ended from outside: {launch_record.KILLED}" in read(str(records)).stdout


def test_progress_on_a_terminal(program: str) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    words = command("--progress", "--quiet", "--kill", "2@call:MPI_Allreduce:5", program, "exit", "-2")
    variables = os.environ | {"TERM": "xterm"}
    launcher = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, text=True, env=variables)
    os.close(theirs)
    told = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # everybody has closed it
            break
        if not data:
            break
        told += data
    os.close(ours)
    out, _ = launcher.communicate(timeout=60)
    assert launcher.returncode == 83
    assert "sum 3\n" in out, "what the program prints is its own"
    lines = told.decode().split("\x1b[24;1H")
    states = ("the ranks are starting", "4 of 4 ranks alive", "3 of 4 ranks alive (lost: 2)")
    assert any(state in line for line in lines for state in states), lines  # which ones, is a matter of time
    assert told.decode().endswith("\x1b[r\x1b[24;1H\x1b[K\x1b8"), "the line is gone at the end, and all rows scroll again"


def test_progress_without_a_terminal_says_nothing_in_a_short_run(program: str) -> None:
    result = closeranks("--progress", program)
    assert (result.returncode, result.stderr) == (0, "")
