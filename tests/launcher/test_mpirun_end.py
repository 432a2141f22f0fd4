"""Signals that end mpirun alone, and what is told of them; with a shell script in place of mpirun."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from closeranks_launcher import leftovers, mpirun_end
from closeranks_launcher.keepers import Keeper
from closeranks_launcher.launch_record import Launch
from closeranks_launcher.run import Ended
from test_attempts import ABORTING, ENDING, FOLDER, LOST, SCRIPT, START, records

Install = Callable[[str], Path]
# As mpirun notes it (runtime/node_watch/asked_to_end.cpp), and ends.
ASKED = FOLDER + """printf '{"event": "asked_to_end", "signal": 15, "time": 3}\\n' >>$dir/launcher.jsonl\n"""


def closeranks(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, timeout=30)


def test_mpirun_that_was_asked_to_end(installed: Install, tmp_path: Path) -> None:
    installed(f"{ASKED} {records(START, LOST)} {records(START.replace('0', '1', 1), rank=1)} exit 1")
    report = tmp_path / "report.json"
    result = closeranks("--restarts", "1", "--report", str(report), "-n", "2", "app")
    assert result.returncode == 128 + signal.SIGTERM
    assert result.stderr.splitlines() == [
        "closeranks: summary: mpirun was ended by signal 15 (SIGTERM); 1 of 2 ranks lost until then",
        "closeranks:   rank 1 (host h, pid 0), noticed 1.00 s after MPI_Init",
        f"closeranks: The report is in {report}.",
    ], "nobody else is blamed, and the job is not started again"
    told = json.loads(report.read_text())
    assert told["interrupted"] == "mpirun was ended by signal 15 (SIGTERM)" and told["exit_status"] == 143
    assert [lost["rank"] for lost in told["lost"]] == [1]


def test_mpirun_that_ends_well_all_the_same(installed: Install) -> None:
    installed(f"{ASKED} exit 0")
    assert closeranks("--allow-unprotected", "app").returncode == 0


def test_mpirun_that_is_killed(installed: Install) -> None:
    installed(f"{FOLDER} {records(START)} kill -9 $$")
    result = closeranks("app")
    assert result.returncode == 137
    assert result.stderr == "closeranks: summary: mpirun was ended by signal 9 (SIGKILL); 0 of 2 ranks lost until then\n"


def test_no_shared_memory_of_killed_ranks_stays(installed: Install) -> None:
    job = f"5eed{os.getpid():x}"
    segment = leftovers.SHARED_MEMORY / f"sm_segment.{os.uname().nodename.partition('.')[0]}.0.{job}.0"
    start = START.replace('"pid":0', f'"pid":0,"memory":"{job}"')
    installed(f"{FOLDER} {records(start)} sleep 1; : >{segment}; kill -9 $$")  # after the launcher's look at its start
    try:
        assert closeranks("app").returncode == 137
        assert not segment.exists()
    finally:
        segment.unlink(missing_ok=True)


def test_a_crash_of_mpirun_after_a_loss_may_be_followed_by_a_restart(installed: Install) -> None:
    installed(f"{FOLDER} {records(START, LOST, ABORTING, ENDING)} kill -SEGV $$")
    result = closeranks("--restarts", "1", "-n", "2", "app")
    assert result.returncode == 139 and "restart 1 of 1" in result.stderr


def killed(number: int) -> Keeper:
    event = {"event": "ended", "time": 1.0, "phase": "running", "cause": "killed", "signal": number}
    return Keeper(1, 0, [event])


def test_a_broken_pipe_is_seen_at_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mpirun_end, "_is_read", lambda: False)
    gave_up, running = Ended(1), Keeper(1, 0)
    for keeper, expected in ((killed(15), signal.SIGPIPE), (running, signal.SIGPIPE), (killed(11), 0)):
        assert mpirun_end.by_signal(gave_up, Launch(), [keeper]) == expected
    assert mpirun_end.by_signal(Ended(0), Launch(), [killed(15)]) == 0
    assert mpirun_end.by_signal(Ended(1, signal=2), Launch(), [killed(15)]) == 0
    monkeypatch.setattr(mpirun_end, "_is_read", lambda: True)
    assert mpirun_end.by_signal(gave_up, Launch(), [killed(15)]) == 0


def test_whether_somebody_reads() -> None:
    ask = "import sys; from closeranks_launcher import mpirun_end; sys.exit(mpirun_end._is_read())"
    path = os.environ | {"PYTHONPATH": str(Path(SCRIPT).parent)}
    for reads in (True, False):
        reader, writer = os.pipe()
        if not reads:
            os.close(reader)
        asked = subprocess.run([sys.executable, "-B", "-c", ask], stdout=writer, env=path, timeout=30, check=False)
        assert asked.returncode == reads


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_launcher_that_is_ended_says_what_was_lost(installed: Install, tmp_path: Path, number: signal.Signals) -> None:
    installed(f"trap 'exit 1' TERM\n{FOLDER} {records(START, LOST)} touch {tmp_path}/up; sleep 20 >/dev/null 2>&1 & wait")
    words = [sys.executable, SCRIPT, "--report", str(tmp_path / "r.json"), "-n", "2", "app"]
    launcher = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 10
    while not (tmp_path / "up").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    launcher.send_signal(number)
    _, told = launcher.communicate(timeout=15)
    assert launcher.returncode == 128 + number
    assert told.splitlines() == [
        f"closeranks: summary: closeranks was ended by signal {number.value} ({number.name}); 1 of 2 ranks lost until then",
        "closeranks:   rank 1, noticed 1.00 s after MPI_Init",
        f"closeranks: The report is in {tmp_path}/r.json.",
    ]
