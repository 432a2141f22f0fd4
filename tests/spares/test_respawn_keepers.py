"""Keepers beside processes that are started for lost ranks: what they tell, and that none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, LAUNCHER
from examples.run import run as run_command
from spares.stencils import STENCIL, made_good, run

from closeranks_launcher.command import SPAWNED  # isort: skip

RESPAWN = ["--recovery", "respawn,shrink"]
KILL = "2@call:MPI_Allreduce:20"
KILLED = "killed by signal 9 (SIGKILL)"


def running(place: Path) -> dict[int, str]:
    """The processes whose command lines name `place`, with the names of their programs."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and str(place).encode() in (entry / "cmdline").read_bytes():
                found[int(entry.name)] = (entry / "comm").read_text().strip()
        except OSError:  # it has ended
            continue
    return found


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("where", ["way", "resume", "restore"])
def test_what_killed_it_again_is_told(where: str, tmp_path: Path) -> None:
    ended = made_good(tmp_path, 4, 0, [KILL], ["40", str(tmp_path / "mark"), where], RESPAWN)
    first, second = ended.report["recovered"]
    assert (first["rank"], second["rank"], second["pid"]) == (2, 2, first["now"]["pid"])
    assert second["cause"] == KILLED, str(ended.result)
    # The line at once may have come before the keeper has written.
    said = f"rank 2 (host {second['host']}, pid {second['pid']}), {KILLED}"
    assert said in ended.result.messages, str(ended.result)
    assert running(tmp_path) == {}


def test_what_killed_it_at_last_is_told(tmp_path: Path) -> None:
    """It dies when the others do not call for it any more."""
    result, report = run(tmp_path, 4, 0, [KILL], ["40", str(tmp_path / "mark"), "end"], RESPAWN)
    assert result.status == AFTER_LOSSES, str(result)
    (back,), (lost,) = report["recovered"], report["lost"]
    assert (lost["rank"], lost["pid"], lost["cause"]) == (2, back["now"]["pid"], KILLED), str(result)
    assert lost["died"] is not None
    assert f"rank 2 (host {lost['host']}, pid {lost['pid']}), {KILLED}" in result.messages, str(result)


def test_without_keepers_nobody_tells(tmp_path: Path) -> None:
    options = [*RESPAWN, "--no-keeper"]
    ended = made_good(tmp_path, 4, 0, [KILL], ["40", str(tmp_path / "mark"), "way"], options)
    assert [one["cause"] for one in ended.report["recovered"]][1:] == [""], str(ended.result)


def test_without_the_launcher_there_is_none(tmp_path: Path) -> None:
    mpirun = f"{os.environ['MPI_HOME']}/bin/mpirun"
    exports = [f"LD_PRELOAD={BUILD}/libcloseranks.so", "CLOSERANKS_RECOVERY=respawn,shrink", f"CLOSERANKS_KILL={KILL}"]
    words = [mpirun, "--with-ft", "ulfm", "--oversubscribe", "-n", "4", *(word for one in exports for word in ("-x", one))]
    result = run_command([*words, STENCIL, "40", str(tmp_path / "mark"), "way"], SPAWNED)
    assert result.status == CLEAN and result.output.count(" is right, ") == 4, str(result)
    assert result.messages.count("rank 2 is recovered") == 2 and "killed by" not in result.messages, str(result)
    assert running(tmp_path) == {}


@pytest.fixture
def come_back(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A launcher whose rank 2 is in a process that was started later, and which has long to go."""
    records = tmp_path / "records"
    words = [str(LAUNCHER), *RESPAWN, "--keep-records", str(records), "--kill", KILL, "--oversubscribe", "-n", "4"]
    program = [STENCIL, "100000", str(tmp_path / "mark"), "never"]
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    environment = os.environ | root | {"PAUSE": "20"}
    silent = subprocess.DEVNULL
    launcher = subprocess.Popen([*words, *program], env=environment, stdin=silent, stdout=silent, stderr=silent)
    try:
        file = records / "keeper-job2-rank-0.jsonl"
        wait_until(lambda: file.exists() and '"initialised"' in file.read_text())
        yield launcher
    finally:
        for process in running(tmp_path):
            os.kill(process, signal.SIGKILL)
        launcher.wait()


def keepers(place: Path) -> int:
    return sum(name.startswith("closeranks-keep") for name in running(place).values())


def test_no_keeper_outlives_the_launcher(come_back: subprocess.Popen[bytes], tmp_path: Path) -> None:
    assert keepers(tmp_path) == 4, running(tmp_path)
    come_back.send_signal(signal.SIGTERM)
    assert come_back.wait(30) == 128 + signal.SIGTERM
    wait_until(lambda: running(tmp_path) == {})


def test_no_keeper_outlives_mpirun(come_back: subprocess.Popen[bytes], tmp_path: Path) -> None:
    """It and the launcher are killed, so that nobody ends the others."""
    for process, name in running(tmp_path).items():
        if not name.startswith(("closeranks-keep", "stencil")):
            os.kill(process, signal.SIGKILL)
    come_back.wait(10)
    wait_until(lambda: running(tmp_path) == {})


def test_no_keeper_outlives_its_process(come_back: subprocess.Popen[bytes], tmp_path: Path) -> None:
    for process, name in running(tmp_path).items():
        if name == "stencil":
            os.kill(process, signal.SIGKILL)
    come_back.wait(30)
    wait_until(lambda: running(tmp_path) == {})
