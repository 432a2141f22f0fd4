"""The launcher as a whole, with a shell script in place of mpirun."""

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

from conftest import ROOT

Install = Callable[[str], Path]
SCRIPT = str(ROOT / "tools/closeranks")

# What a rank would record, written by the script in place of mpirun.
FOLDER = 'for w; do case $w in CLOSERANKS_RECORDS=*) dir=${w#*=};; esac; done\n'
START = '{"event":"start","time":1,"rank":0,"size":2,"host":"h","pid":0}'
FINISH = (
    '{"event":"finish","time":2,"lost":[1],"skipped":{},"incomplete":{},"absent":{},'
    '"passed_through":{}}'
)


def closeranks(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=30)


def test_help_names_every_flag_and_status(table) -> None:  # type: ignore[no-untyped-def]
    result = closeranks("--help")
    assert result.returncode == 0
    for option in table:
        assert (option.flag in result.stdout) == option.has_flag or option.name in ("records",)
    assert "83     the program completed after losing ranks" in result.stdout


def test_version(installed: Install) -> None:
    installed("")
    assert closeranks("--version").stdout.startswith("closeranks 1.2.3 ")


def test_dry_run_runs_nothing(installed: Install, tmp_path: Path) -> None:
    installed(f"touch {tmp_path}/ran")
    result = closeranks("--dry-run", "-n", "2", "app", "a b")
    assert result.returncode == 0
    assert result.stdout.endswith(" app 'a b'\n")
    assert not (tmp_path / "ran").exists()


def test_usage_errors(installed: Install) -> None:
    installed("")
    result = closeranks("-n", "2")
    assert result.returncode == 82
    assert result.stderr.startswith("closeranks: There is no program to run")


def test_a_missing_installation_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = tmp_path / "closeranks-config.json"
    config.write_text('{"library": "no.so", "mpirun": "no", "mpi_prefix": "/", "version": "1"}')
    monkeypatch.setenv("CLOSERANKS_INSTALLATION", str(config))
    result = closeranks("app")
    assert result.returncode == 82
    assert f"The library ({tmp_path}/no.so) that {config} names does not exist." in result.stderr


def test_mpiruns_status_when_no_rank_started(installed: Install) -> None:
    installed("exit 41")
    result = closeranks("app")
    assert (result.returncode, result.stderr) == (41, "")


def test_a_hint_when_there_are_too_few_cores(installed: Install) -> None:
    installed("exit 1")
    assert "add --oversubscribe" in closeranks("-n", "10000", "app").stderr
    assert closeranks("-n", "10000", "--oversubscribe", "app").stderr == ""


def test_a_hint_how_many_slots_spares_need(installed: Install) -> None:
    installed("exit 1")
    for words in (["--spares", "2"], ["--spares=2", "--host", "a:3"]):
        said = closeranks("-n", "3", *words, "app").stderr
        assert "3 ranks and 2 spares (--spares) need 5 slots; if mpirun found fewer, add --oversubscribe, take" in said
    assert "3 ranks and 1 spare (--spares) need 4 slots" in closeranks("-n", "3", "--spares", "1", "app").stderr
    assert closeranks("-n", "3", "--spares", "2", "--oversubscribe", "app").stderr == ""


def test_status_and_report_from_the_records(installed: Install, tmp_path: Path) -> None:
    installed(f"{FOLDER} printf '%s\\n' '{START}' '{FINISH}' >$dir/rank-0.jsonl")
    report = tmp_path / "report.json"
    assert closeranks("--report", str(report), "-n", "2", "app").returncode == 83
    written = json.loads(report.read_text())
    assert written["exit_status"] == 83
    assert [lost["rank"] for lost in written["lost"]] == [1]


def test_records_are_removed_or_kept(installed: Install, tmp_path: Path) -> None:
    installed(f"{FOLDER} echo $dir; echo '{START}' >$dir/rank-0.jsonl")
    folder = Path(closeranks("app").stdout.strip())
    assert folder.name.startswith("closeranks-") and not folder.exists()
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "rank-7.jsonl").write_text(f"{START}\n")
    result = closeranks("--keep-records", str(kept), "app")
    assert sorted(path.name for path in kept.glob("[!.]*")) == ["launcher.jsonl", "rank-0.jsonl"]
    assert f"The records of an earlier run in {kept} are replaced (files: 1)." in result.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_mpirun_has_all_three_descriptors(installed: Install, tmp_path: Path, closed: str) -> None:
    """What it opens itself would get their numbers."""
    installed(f'seen=$(readlink /proc/$$/fd/{{0,1,2}}); echo "$seen" >{tmp_path}/seen')
    command = f"exec {sys.executable} {SCRIPT} app {closed}"
    subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert (tmp_path / "seen").read_text() == 3 * "/dev/null\n"


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_mpirun(installed: Install, tmp_path: Path, number: signal.Signals) -> None:
    installed(f"trap 'touch {tmp_path}/told; exit 1' TERM; touch {tmp_path}/up; sleep 20 & wait")
    launcher = subprocess.Popen([sys.executable, SCRIPT, "app"])
    wait_for(tmp_path / "up")
    launcher.send_signal(number)
    assert launcher.wait(10) == 128 + number
    assert (tmp_path / "told").exists()


def test_a_rank_that_outlives_mpirun_is_killed(installed: Install, tmp_path: Path) -> None:
    start = START.replace('"pid":0', '"pid":%d')
    installed(
        f"{FOLDER} CLOSERANKS_RECORDS=$dir sleep 20 & "
        f"printf '{start}\\n' $! >$dir/rank-0.jsonl; echo $! >{tmp_path}/pid; sleep 0.5"
    )
    launcher = subprocess.run(
        [sys.executable, SCRIPT, "app"],
        timeout=15,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert launcher.returncode == 84
    status = Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}/stat")
    deadline = time.monotonic() + 5
    while status.exists() and status.read_text().split()[2] != "Z":
        assert time.monotonic() < deadline, "it is still alive"
        time.sleep(0.02)


def test_signals_that_are_ignored_stay_ignored(installed: Install, tmp_path: Path) -> None:
    installed(f"touch {tmp_path}/up; sleep 1; exit 5")
    launcher = subprocess.Popen(
        [sys.executable, SCRIPT, "app"],
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    wait_for(tmp_path / "up")
    os.kill(launcher.pid, signal.SIGHUP)
    assert launcher.wait(10) == 5
