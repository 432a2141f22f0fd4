"""Signals to the launcher, and what the ranks get of them, with the real mpirun."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from real_mpi import RANKS, build, closeranks, command
from test_report_with_mpi import checked

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, Path(__file__).with_name("signalled.c"))


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def log(folder: Path, rank: int) -> list[str]:
    path = folder / f"log-{rank}"
    return path.read_text().split() if path.exists() else []


@pytest.fixture
def start(program: str, tmp_path: Path) -> Iterator[Start]:
    """Starts the program in a process group of its own, and waits until all ranks take signals."""
    started: list[subprocess.Popen[str]] = []

    def run(*options: str, seconds: str = "0") -> subprocess.Popen[str]:
        words = command(*options, program, str(tmp_path), seconds)
        started.append(subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True))
        wait_until(lambda: all(log(tmp_path, rank) for rank in range(RANKS)))
        return started[-1]

    yield run
    for launcher in started:
        if launcher.poll() is None:
            launcher.kill()
        launcher.communicate(timeout=20)


def sent(launcher: subprocess.Popen[str], number: int, to_group: bool = False) -> None:
    (os.killpg if to_group else os.kill)(launcher.pid, number)


def ended(launcher: subprocess.Popen[str]) -> str:
    return launcher.communicate(timeout=30)[1]


def checkpoints(folder: Path) -> list[str]:
    return [path.read_text() for path in sorted(folder.glob("checkpoint-*"))]


@pytest.mark.parametrize("to_group", [False, True], ids=["launcher", "group"])
def test_every_rank_gets_it_once(start: Start, tmp_path: Path, to_group: bool) -> None:
    launcher = start()
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGUSR1):
        before = [len(log(tmp_path, rank)) for rank in range(RANKS)]
        sent(launcher, number, to_group)
        wait_until(lambda: all(len(log(tmp_path, rank)) > before[rank] for rank in range(RANKS)))
        time.sleep(0.3)  # for a second one that must not come
    assert [log(tmp_path, rank) for rank in range(RANKS)] == RANKS * [["up", "USR1", "USR2", "USR1"]]


def test_ranks_stop_and_go_on(start: Start, tmp_path: Path) -> None:
    """As Ctrl-Z and fg do it: with the launcher, which the shell waits for."""
    launcher = start("--keep-records", str(tmp_path / "records"))
    launchers = Path(f"/proc/{launcher.pid}/stat")

    def is_stopped(stat: Path) -> bool:
        return stat.read_text().rpartition(")")[2].split()[0] == "T"

    sent(launcher, signal.SIGTSTP, True)
    wait_until(lambda: is_stopped(launchers))
    pids = [path.read_text().split('"pid": ')[1].split(",")[0].rstrip("}\n")
            for path in (tmp_path / "records").glob("keeper-rank-*.jsonl")]
    assert len(pids) == RANKS
    wait_until(lambda: all(is_stopped(Path(f"/proc/{pid}/stat")) for pid in pids))
    sent(launcher, signal.SIGCONT, True)
    wait_until(lambda: all("CONT" in log(tmp_path, rank) for rank in range(RANKS)))
    time.sleep(0.3)
    assert [log(tmp_path, rank) for rank in range(RANKS)] == RANKS * [["up", "CONT"]]


def test_a_signal_that_mpirun_does_not_hand_on_ends_it_as_ever(start: Start) -> None:
    launcher = start()
    sent(launcher, signal.SIGQUIT)
    assert "mpirun was ended by signal 3 (SIGQUIT)" in ended(launcher)
    assert launcher.returncode == 128 + signal.SIGQUIT


def test_sleeping_spares_do_not_die_of_it(start: Start, tmp_path: Path) -> None:
    records = tmp_path / "records"
    launcher = start("--spares", "1", "--keep-records", str(records))
    sent(launcher, signal.SIGUSR1)
    wait_until(lambda: all("USR1" in log(tmp_path, rank) for rank in range(RANKS)))
    time.sleep(0.5)
    told = (records / f"keeper-rank-{RANKS}.jsonl").read_text()
    assert '"initialised"' in told and '"ended"' not in told


def test_a_grace_is_enough_for_a_checkpoint(start: Start, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    launcher = start("--grace", "20", "--report", str(report), seconds="1.5")
    sent(launcher, signal.SIGTERM)
    told = ended(launcher)
    assert launcher.returncode == 128 + signal.SIGTERM, told
    assert checkpoints(tmp_path) == RANKS * ["4\n"]
    assert [log(tmp_path, rank) for rank in range(RANKS)] == RANKS * [["up", "TERM"]]
    assert "Asked to end by signal 15 (SIGTERM): the ranks have 20 s (--grace)." in told
    assert "summary: closeranks was asked to end by signal 15 (SIGTERM), and the program ended by itself" in told
    assert checked(report)["lost"] == []


def test_a_grace_also_for_the_whole_process_group(start: Start, tmp_path: Path) -> None:
    launcher = start("--grace", "20", seconds="1.5")
    sent(launcher, signal.SIGTERM, True)
    ended(launcher)
    assert launcher.returncode == 143 and checkpoints(tmp_path) == RANKS * ["4\n"]


def test_a_grace_ends(start: Start, tmp_path: Path) -> None:
    launcher = start("--grace", "1", seconds="20")
    begin = time.monotonic()
    sent(launcher, signal.SIGTERM)
    told = ended(launcher)
    assert 1 < time.monotonic() - begin < 8
    assert launcher.returncode == 143 and checkpoints(tmp_path) == []
    assert "summary: closeranks was ended by signal 15 (SIGTERM); 0 of 4 ranks lost until then" in told


def test_a_second_request_ends_at_once(start: Start) -> None:
    launcher = start("--grace", "60", seconds="30")
    sent(launcher, signal.SIGTERM)
    time.sleep(1.5)
    begin = time.monotonic()
    sent(launcher, signal.SIGTERM)
    ended(launcher)
    assert time.monotonic() - begin < 8 and launcher.returncode == 143


def test_without_a_grace_mpirun_gives_a_moment(start: Start, tmp_path: Path) -> None:
    launcher = start(seconds="20")
    sent(launcher, signal.SIGTERM)
    ended(launcher)
    assert launcher.returncode == 143 and checkpoints(tmp_path) == []


@pytest.mark.parametrize("name", ["TERM", "USR1"])
def test_the_program_is_asked_before_its_time_is_over(program: str, tmp_path: Path, name: str) -> None:
    result = closeranks("--time-limit", "20s", "--time-signal", f"{name}@8s", program, str(tmp_path), "0" if name == "TERM" else "20")
    asks = f"The program is asked to end by signal {signal.Signals['SIG' + name].value} (SIG{name}), 8 s before"
    assert f"{asks} the time limit of 20s (--time-limit)." in result.stderr
    assert all(name in log(tmp_path, rank) for rank in range(RANKS))
    if name == "TERM":
        assert result.returncode == 0 and checkpoints(tmp_path) == RANKS * ["4\n"]
    else:  # which it does not take for a request
        assert result.returncode == 143 and checkpoints(tmp_path) == []
        assert "summary: the time limit of 20s (--time-limit) was reached; 0 of 4 ranks lost until then" in result.stderr
