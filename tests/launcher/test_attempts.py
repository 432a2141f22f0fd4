"""--restarts with a shell script in place of mpirun, which writes what ranks would have recorded."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from closeranks_launcher import run
from conftest import ROOT
from schema import problems

Install = Callable[[str], Path]
SCRIPT = str(ROOT / "tools/closeranks")

FOLDER = 'for w; do case $w in CLOSERANKS_RECORDS=*) dir=${w#*=};; esac; done\n'
START = '{"event":"start","time":1,"rank":0,"size":2,"host":"h","pid":0}'
LOST = '{"event":"lost","time":2,"ranks":[1],"noticed":1}'
ABORTING = '{"event":"aborting","time":3,"function":"MPI_Bcast","rank":1}'
ENDING = '{"event":"ending","time":4,"code":84}'
LEFT = '{"event":"left","time":1.5,"status":3}'
FINISH = '{"event":"finish","time":2,"lost":[],"skipped":{},"incomplete":{},"absent":{},"passed_through":{}}'


def records(*events: str, rank: int = 0) -> str:
    """The line of the script that writes them."""
    return f"printf '%s\\n' {' '.join(map(repr, events))} >$dir/rank-{rank}.jsonl\n"


GIVES_UP = FOLDER + records(START, LOST, ABORTING, ENDING)


def crashes(number: int) -> str:
    start = '{"event":"started","time":1,"host":"h","pid":0}'
    end = '{"event":"ended","time":1.5,"phase":"running","cause":"killed","signal":%d}' % number
    return f"{GIVES_UP} printf '%s\\n' '{start}' '{end}' >$dir/keeper-rank-1.jsonl\n"


def closeranks(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """`given`: to read; through a pipe."""
    command = [sys.executable, SCRIPT, *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=30)


def attempts(result: subprocess.CompletedProcess[str]) -> int:
    return 1 + result.stderr.count("The job is started again")


def test_each_attempt_has_the_same_words_and_its_number(installed: Install, tmp_path: Path) -> None:
    installed(f'echo "$@"\n{GIVES_UP}')
    report = tmp_path / "r.json"
    words = ["--host", "a:4,b:4", "--map-by", "node", "-x", "NAME=text", "-n", "2"]
    result = closeranks("--restarts", "2", "--report", str(report), *words, "app", "word")
    assert result.returncode == 84
    given = [line.split() for line in result.stdout.splitlines()]
    told = [[word for word in line if word.startswith("CLOSERANKS_RESTART=")] for line in given]
    assert told == [[], ["CLOSERANKS_RESTART=1"], ["CLOSERANKS_RESTART=2"]]
    kept = [[word for word in line if not word.startswith("CLOSERANKS_R") and word != "-x"] for line in given]
    assert kept[0] == kept[1] == kept[2] and "a:4,b:4" in kept[0] and "NAME=text" in kept[0]
    folders = {word for line in given for word in line if word.startswith("CLOSERANKS_RECORDS=")}
    assert len(folders) == 3, "no attempt sees the records of another"

    said = "Without rank 1 the other ranks could not complete. The job is started again: restart %d of 2 (--restarts).\n"
    assert said % 1 in result.stderr and said % 2 in result.stderr
    assert "Attempt 3 could not complete either; 2 before could not complete." in result.stderr
    whole = json.loads(report.read_text())
    assert problems(whole) == []
    assert [one["exit_status"] for one in [*whole["earlier"], whole]] == [84, 84, 84]


@pytest.mark.parametrize("number", ["-1", "1001", "often", "", "1.5"])
def test_a_number_that_is_none(installed: Install, number: str) -> None:
    installed("exit 41")
    result = closeranks(f"--restarts={number}", "app")
    assert result.returncode == 82 and "--restarts" in result.stderr


def test_a_dry_run_shows_the_first_attempt(installed: Install) -> None:
    installed("exit 41")
    result = closeranks("--restarts", "2", "--dry-run", "app")
    assert result.returncode == 0 and "CLOSERANKS_RESTART" not in result.stdout


def test_quiet_tells_of_restarts_all_the_same(installed: Install) -> None:
    installed(GIVES_UP)
    result = closeranks("--restarts", "1", "--quiet", "app")
    assert attempts(result) == 2 and "summary" not in result.stderr


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("exit 41", 41),
        (FOLDER + records(START, FINISH), 0),
        (FOLDER + records(START, FINISH.replace('"lost":[]', '"lost":[1]')), 83),
        (FOLDER + records(START, ENDING.replace("84", "7")), 7),
    ],
    ids=["not-started", "completed", "completed-with-losses", "own"],
)
def test_what_is_not_started_again(installed: Install, script: str, status: int) -> None:
    installed(script)
    result = closeranks("--restarts", "3", "app")
    assert (result.returncode, attempts(result)) == (status, 1) and "(--restarts)" not in result.stderr


def test_a_fatal_error_after_a_loss(installed: Install) -> None:
    installed(FOLDER + records(START, LOST, ENDING.replace("84", "9")))
    result = closeranks("--restarts", "1", "app")
    assert (result.returncode, attempts(result)) == (9, 2)


def test_who_left_would_leave_again(installed: Install) -> None:
    installed(GIVES_UP + records(START.replace('"rank":0', '"rank":1'), LEFT, rank=1))
    result = closeranks("--restarts", "3", "app")
    assert (result.returncode, attempts(result)) == (84, 1)
    assert (
        "Rank 1 ended without MPI_Finalize (exit status 3): this is the program's own failure; "
        "the job is not started again (--restarts).\n"
    ) in result.stderr


@pytest.mark.parametrize(("number", "made"), [(11, 2), (9, 6)])
def test_who_crashed_twice_would_do_it_again(installed: Install, number: int, made: int) -> None:
    installed(crashes(number))
    result = closeranks("--restarts", "5", "app")
    assert (result.returncode, attempts(result)) == (84, made)
    assert ("as in the attempt before, and at once: this is the program's own failure" in result.stderr) == (made == 2)


def test_a_signal_between_two_attempts(installed: Install, tmp_path: Path) -> None:
    """It comes while the launcher waits for a rank that outlives mpirun."""
    start = START.replace('"pid":0', '"pid":%d')
    installed(
        f"{FOLDER} launcher=$PPID\n"
        "CLOSERANKS_RECORDS=$dir sleep 0.8 >&- 2>&- & pid=$!\n"
        "(sleep 0.4; kill -TERM $launcher) >&- 2>&- &\n"
        f"printf '{start}\\n%s\\n%s\\n%s\\n' $pid '{LOST}' '{ABORTING}' '{ENDING}' >$dir/rank-0.jsonl; sleep 0.1"
    )
    report = tmp_path / "r.json"
    result = closeranks("--restarts", "3", "--report", str(report), "app")
    assert (result.returncode, attempts(result)) == (128 + signal.SIGTERM, 1), result.stderr
    told = json.loads(report.read_text())
    assert told["exit_status"] == 128 + signal.SIGTERM
    assert told["interrupted"] == "closeranks was ended by signal 15 (SIGTERM)"


def test_standard_input_is_a_file(installed: Install, tmp_path: Path) -> None:
    installed(f"cat; {GIVES_UP}")
    (tmp_path / "given").write_text("words\n")
    with (tmp_path / "given").open() as file:
        command = [sys.executable, SCRIPT, "--restarts", "2", "app"]
        result = subprocess.run(command, stdin=file, capture_output=True, text=True, timeout=30)
    assert result.stdout == "words\n" * 3 and "Standard input" not in result.stderr


def test_standard_input_is_a_pipe(installed: Install) -> None:
    installed(f"cat; {GIVES_UP}")
    result = closeranks("--restarts", "2", "app", given="words\n")
    assert result.stdout == "words\n"
    assert result.stderr.count("Standard input is a pipe, so what was read of it is not given again") == 2
    assert "Standard input" not in closeranks("app", given="words\n").stderr


def test_no_place_for_another_attempt(installed: Install, tmp_path: Path) -> None:
    installed(GIVES_UP)
    kept, report = tmp_path / "kept", tmp_path / "r.json"
    kept.mkdir()
    (kept / "restart-1").write_text("a file of the user's\n")
    result = closeranks("--restarts", "1", "--keep-records", str(kept), "--report", str(report), "app")
    assert (result.returncode, attempts(result)) == (84, 1)
    assert "There is no place for the records of another attempt (File exists); the job is not" in result.stderr
    assert json.loads(report.read_text())["exit_status"] == 84


def test_mpirun_is_gone(installed: Install) -> None:
    installed(f"{GIVES_UP} rm $0")
    result = closeranks("--restarts", "1", "app")
    assert (result.returncode, attempts(result)) == (84, 2)
    assert "cannot be started: No such file or directory." in result.stderr


def test_processes_that_outlive_sigkill(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nobody = 1 << 23  # beyond what numbers there are
    (tmp_path / "rank-0.jsonl").write_text(START.replace('"pid":0', f'"pid":{nobody}') + "\n")
    monkeypatch.setattr(run, "_TO_LEAVE", 0.05)
    monkeypatch.setattr(run, "_TO_DIE", 0.05)
    assert run.end_orphans(tmp_path) == ()
    monkeypatch.setattr(run, "_is_ours", lambda pid, marker: pid == nobody)
    assert run.end_orphans(tmp_path) == (nobody,)


def test_no_attempt_begins_that_would_be_asked_to_end_at_once(installed: Install) -> None:
    installed(f"trap '' USR1; {GIVES_UP} sleep 3")
    result = closeranks("--restarts", "9", "--time-limit", "60s", "--time-signal", "USR1@58s", "app")
    assert (result.returncode, attempts(result)) == (84, 1)
    why = "No attempt could end before the time limit (--time-limit); the job is not started again (--restarts)."
    assert why in result.stderr
