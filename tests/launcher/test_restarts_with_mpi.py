"""--restarts: a program that continues from its own checkpoint is started again when its survivors gave up."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import report_shape
from conftest import ROOT
from real_mpi import RANKS, build, closeranks, command
from schema import problems

HERE = Path(__file__).parent
ROUNDS = 20


def total(rounds: int = ROUNDS, ranks: int = RANKS) -> int:
    return sum(range(1, rounds + 1)) * sum(range(1, ranks + 1))


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
    assert f"sum {total()}\n" in result.stdout
    said = result.stderr
    assert "needs rank 0 in MPI_Bcast" in said and f"summary: 1 of {RANKS} ranks lost" in said
    why = "Without rank 0 the other ranks could not complete. The job is started again: restart 1 of 2 (--restarts).\n"
    assert why in said and said.count("started again") == 1
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
    assert again.returncode == 0 and f"sum {total()}\n" in again.stdout
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


def test_mpi_abort_is_final(program: str, tmp_path: Path) -> None:
    result = closeranks("--restarts", "3", program, str(tmp_path / "state"), str(ROUNDS), "abort")
    assert result.returncode == 7 and beginnings(result) == [("none", 1)], result.stderr
    assert "started again" not in result.stderr


def test_a_rank_that_leaves_is_no_death(program: str, tmp_path: Path) -> None:
    result = closeranks("--restarts", "3", program, str(tmp_path / "state"), str(ROUNDS), "exit")
    assert result.returncode == 84 and beginnings(result) == [("none", 1)], result.stderr
    assert (
        "Rank 0 ended without MPI_Finalize (exit status 3): this is the program's own failure; the job is not "
        "started again (--restarts).\n"
    ) in result.stderr


def test_a_crash_in_the_same_round_is_tried_once_more(program: str, tmp_path: Path) -> None:
    result = closeranks("--restarts", "5", program, str(tmp_path / "state"), str(ROUNDS), "crash")
    assert result.returncode == 84 and beginnings(result) == [("none", 1), ("1", 3)], result.stderr
    assert "Rank 0 was killed by signal 11 (SIGSEGV) as in the attempt before, and at once" in result.stderr


def test_all_ranks_die(program: str, tmp_path: Path) -> None:
    result = closeranks("--restarts", "1", program, str(tmp_path / "state"), str(ROUNDS), "all")
    assert result.returncode == 84 and beginnings(result) == [("none", 1), ("1", 3)], result.stderr


@pytest.mark.parametrize("how", ["abort", "error"])
def test_a_program_that_ends_itself_after_a_death(tmp_path_factory: pytest.TempPathFactory, how: str) -> None:
    """It may have done so for nothing else; without a death the next attempt would show its own failure."""
    result = closeranks("--restarts", "1", build(tmp_path_factory, HERE / "ending.c"), how)
    assert result.stderr.count("Without rank 2 the other ranks could not complete. The job is started again") == 1
    assert result.returncode not in (0, 83, 84), result.stderr


def pid_of(folder: Path, rank: int) -> int:
    lines = (folder / f"rank-{rank}.jsonl").read_text().splitlines()
    return next(int(event["pid"]) for event in map(json.loads, lines) if event["event"] == "start")


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(("ranks", "victims"), [(2, [1, 0]), (8, [5, 0])])
def test_kills_from_outside(program: str, tmp_path: Path, ranks: int, victims: list[int]) -> None:
    """One in each of the first two attempts, when it has done two rounds at least."""
    rounds = 60
    state, records = tmp_path / "state", tmp_path / "records"
    words = ["--strict", "--restarts", "2", "--report", str(tmp_path / "r.json"), "--keep-records", str(records)]
    launcher = subprocess.Popen(
        command(*words, program, str(state), str(rounds), ranks=ranks),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def done() -> int:
        return int(state.read_text().split()[0]) if state.exists() else 0

    killed, earlier, goal = [], list[int](), 2
    for folder, victim in zip([records, records / "restart-1"], victims):
        wait_until((folder / f"rank-{victim}.jsonl").exists)
        assert not any(map(is_running, earlier)), "the attempt before has ended altogether"
        wait_until(lambda: done() >= goal)
        killed.append(pid_of(folder, victim))
        earlier = [pid_of(folder, rank) for rank in range(ranks)]
        os.kill(killed[-1], signal.SIGKILL)
        goal = done() + 3  # one may have been under way
    out, err = launcher.communicate(timeout=60)
    assert launcher.returncode == 0, err
    assert f"sum {total(rounds, ranks)}\n" in out
    report = checked(tmp_path / "r.json")
    assert report["size"] == ranks and report["lost"] == []
    proof = [
        (one["rank"], one["pid"], one["cause"])
        for attempt, victim in zip(report["earlier"], victims)
        for one in attempt["lost"]
        if one["rank"] == victim
    ]
    assert proof == [(v, pid, "killed by signal 9 (SIGKILL)") for v, pid in zip(victims, killed)]


def test_standard_input_is_given_again(program: str, tmp_path: Path) -> None:
    (tmp_path / "rounds").write_text(f"{ROUNDS}\n")
    words = ["--restarts", "1", "--kill", "0@call:MPI_Allreduce:4", program, str(tmp_path / "state"), "-"]
    with (tmp_path / "rounds").open() as file:
        result = subprocess.run(command(*words), stdin=file, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert beginnings(result) == [("none", 1), ("1", 4)] and f"sum {total()}\n" in result.stdout


@pytest.mark.parametrize("kill", [[], ["--kill", "2@call:MPI_Allreduce:4"]], ids=["complete", "without-rank-2"])
def test_a_time_limit_of_mpirun_is_final(program: str, tmp_path: Path, kill: list[str]) -> None:
    """Also where some were lost that the others can do without."""
    result = closeranks("--restarts", "3", "--timeout", "3", *kill, program, str(tmp_path / "state"), "100000")
    assert result.returncode == (84 if kill else 241) and beginnings(result) == [("none", 1)], result.stderr
    assert "started again: restart" not in result.stderr
    said = "The time limit of mpirun was reached; the job is not started again (--restarts)."
    assert (said in result.stderr) == bool(kill)


def in_attempt_2(program: str, tmp_path: Path, **options: Any) -> subprocess.Popen[str]:
    words = ["--restarts", "5", "--kill", "0@call:MPI_Allreduce:3", "--report", str(tmp_path / "r.json")]
    launcher = subprocess.Popen(
        command(*words, program, str(tmp_path / "state"), "1000"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    assert launcher.stdout is not None
    assert "attempt none begins" in launcher.stdout.readline()
    assert "attempt 1 begins with round 3" in launcher.stdout.readline()
    time.sleep(0.2)
    return launcher


def has_ended_for_good(launcher: subprocess.Popen[str], number: signal.Signals, report: Path) -> None:
    out, err = launcher.communicate(timeout=30)
    assert launcher.returncode == 128 + number, err
    assert err.count("started again") == 1 and "begins" not in out
    told = checked(report)
    assert told["interrupted"] == f"closeranks was ended by signal {number.value} ({number.name})"
    assert len(told["earlier"]) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_for_good(program: str, tmp_path: Path, number: signal.Signals) -> None:
    """In the second attempt."""
    launcher = in_attempt_2(program, tmp_path)
    launcher.send_signal(number)
    has_ended_for_good(launcher, number, tmp_path / "r.json")


def test_ctrl_c_at_a_terminal_ends_it_for_good(program: str, tmp_path: Path) -> None:
    """There mpirun gets the signal, too."""
    ours, theirs = pty.openpty()

    def have_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    launcher = in_attempt_2(program, tmp_path, stdin=theirs, preexec_fn=have_terminal)
    os.write(ours, b"\x03")
    has_ended_for_good(launcher, signal.SIGINT, tmp_path / "r.json")
    os.close(ours)
    os.close(theirs)
