"""The launcher as a whole, with a shell script in place of mpirun."""

from __future__ import annotations

import contextlib
import json
import os
import pty
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


def test_all_of_the_help_names_every_flag_and_status(table) -> None:  # type: ignore[no-untyped-def]
    result = closeranks("--help", "all")
    assert result.returncode == 0
    for option in table:
        assert (option.flag in result.stdout) == option.has_flag or option.name in ("records",)
    assert "83     the program completed after losing ranks" in result.stdout


def test_the_help_fits_one_screen_and_names_the_rest(table) -> None:  # type: ignore[no-untyped-def]
    text = closeranks("--help").stdout
    assert len(text.splitlines()) <= 40 and max(map(len, text.splitlines())) <= 100
    for option in table:
        assert (f"  {option.flag} " in text) == (option.is_common and option.has_flag)
    for topic in ("losses", "comeback", "testing", "reports", "expert", "all"):
        assert topic in text
    assert closeranks("help").stdout == text


def test_a_group_is_shown_with_its_defaults() -> None:
    text = closeranks("help", "losses").stdout
    assert text.startswith("when ranks are lost:\n") and "--stall-after" in text and "[default: 60]" in " ".join(text.split())
    assert "--spares" not in text


def test_more_is_shown_about_one_option() -> None:
    text = closeranks("--help", "stall-after").stdout
    assert "--stall-after SECONDS" in text and "CLOSERANKS_STALL_AFTER" in text and "after a tenth of it" in text
    assert "(stalls: docs/explanation/stalls.md)" in text


@pytest.mark.parametrize(
    ("words", "variables", "is_coloured"),
    [
        (["--help"], {"TERM": "xterm"}, True),
        (["doctor", "--no-trials"], {"TERM": "xterm"}, True),
        (["--help"], {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (["doctor", "--no-trials"], {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (["--help"], {"TERM": "dumb"}, False),
    ],
)
def test_colours_are_for_terminals_alone(words: list[str], variables: dict[str, str], is_coloured: bool) -> None:
    assert "\x1b" not in closeranks(*words).stdout, "that is a pipe"
    ours, theirs = pty.openpty()
    told = {name: text for name, text in os.environ.items() if name != "NO_COLOR"} | variables
    process = subprocess.Popen([sys.executable, SCRIPT, *words], stdout=theirs, stderr=subprocess.DEVNULL, env=told)
    os.close(theirs)
    text = b""
    with contextlib.suppress(OSError):  # everybody has closed it
        while data := os.read(ours, 4096):
            text += data
    os.close(ours)
    process.wait(timeout=30)
    assert (b"\x1b[1m" in text) == is_coloured


def test_a_topic_that_there_is_not() -> None:
    result = closeranks("help", "spare")
    assert result.returncode == 82 and "There is no help on spare; did you mean spares?" in result.stderr


def test_a_misspelt_subcommand(installed: Install) -> None:
    installed("exit 1")
    result = closeranks("docter", "./app")
    assert result.returncode == 82
    assert "There is neither a program nor a subcommand docter; did you mean closeranks doctor?" in result.stderr
    assert "did you mean" not in closeranks("-n", "2", "docter").stderr


def test_a_working_directory_that_is_gone(installed: Install, tmp_path: Path) -> None:
    installed("exit 1")
    (tmp_path / "gone").mkdir()
    shell = f"cd {tmp_path}/gone && rmdir ../gone && exec {sys.executable} {SCRIPT} -n 2 app"
    result = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=30)
    assert result.returncode == 82
    assert result.stderr == "closeranks: The working directory does not exist any more (deleted?); change to another one.\n"


def test_a_report_may_be_a_page(installed: Install, tmp_path: Path) -> None:
    installed(FOLDER + f"echo '{START}' >$dir/rank-0.jsonl; echo '{FINISH}' >>$dir/rank-0.jsonl")
    closeranks("--report", str(tmp_path / "page.html"), "app")
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")


def test_version(installed: Install) -> None:
    installed("")
    assert closeranks("--version").stdout.startswith("closeranks 1.2.3 ")


def test_dry_run_runs_nothing(installed: Install, tmp_path: Path) -> None:
    installed(f"touch {tmp_path}/ran")
    result = closeranks("--dry-run", "-n", "2", "app", "a b")
    assert result.returncode == 0
    assert result.stdout.endswith(" app 'a b'\n")
    assert not (tmp_path / "ran").exists()


def test_losses_may_be_ok(installed: Install) -> None:
    records = f"echo '{START}' >$dir/rank-0.jsonl; echo '{FINISH}' >>$dir/rank-0.jsonl"
    installed(FOLDER + records)
    assert closeranks("app").returncode == 83
    assert closeranks("--ok-if-lost", "app").returncode == 0
    assert closeranks("--profile", "monte-carlo", "app").returncode == 0
    assert closeranks("--profile", "monte-carlo", "--ok-if-lost=no", "app").returncode == 83
    installed("exit 83")
    assert closeranks("--ok-if-lost", "app").returncode == 86, "the program's own"


def test_the_launchers_options_are_dumped_as_well(installed: Install) -> None:
    installed("")
    said = closeranks("--profile", "comeback", "--dump-config", "--report", "r.json", "--dry-run", "app").stderr
    assert "closeranks: config: restarts = 1  # profile\n" in said
    assert "closeranks: config: report = r.json  # command line\n" in said


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


def test_a_build_without_pmix_is_told_at_the_start(installed: Install) -> None:
    config = installed("exit 41").with_name("closeranks-config.json")
    config.write_text(json.dumps(json.loads(config.read_text()) | {"pmix": False}))
    assert "built without the headers of PMIx: a program that it ends has status 143" in closeranks("app").stderr


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


def test_a_hint_how_many_slots_twins_need(installed: Install) -> None:
    installed("exit 1")
    said = closeranks("-n", "4", "--replicate", "50%", "app").stderr
    assert "4 ranks and 2 twins (--replicate) need 6 slots; if mpirun found fewer, add --oversubscribe" in said


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
    deadline = time.monotonic() + 30
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


def test_a_signal_that_asks_nobody_to_end_is_handed_on(installed: Install, tmp_path: Path) -> None:
    installed(f"trap 'exit 5' USR1; touch {tmp_path}/up; sleep 20 & wait")
    launcher = subprocess.Popen([sys.executable, SCRIPT, "app"])
    wait_for(tmp_path / "up")
    launcher.send_signal(signal.SIGUSR1)
    assert launcher.wait(10) == 5


def test_what_cannot_be_said_changes_nothing(installed: Install) -> None:
    """A full disk, or a reader of stderr that has gone, while the launcher has something to tell."""
    installed("exit 84")  # the program's own, which is told
    reading, closed = os.pipe()
    os.close(reading)
    with open("/dev/full", "wb") as full, open(closed, "wb") as pipe:
        for stderr in (full, pipe):
            assert subprocess.run([sys.executable, SCRIPT, "app"], stderr=stderr, timeout=30).returncode == 86


def test_folders_may_have_any_name(installed: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no text in the user's encoding comes to the ranks as it is."""
    installed(f"{FOLDER} printf %s \"$dir\" >{tmp_path}/seen; echo '{START}' >\"$dir\"/rank-0.jsonl; exit 5")
    kept = os.fsencode(tmp_path) + b"/kept \xff"
    result = subprocess.run([sys.executable, SCRIPT, "--keep-records", kept, "app"], capture_output=True, timeout=30)
    assert (result.returncode, (tmp_path / "seen").read_bytes()) == (5, kept), result.stderr
    assert os.path.exists(kept + b"/rank-0.jsonl")
    place = tmp_path / os.fsdecode(b"place \xfe")
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    assert closeranks("app").returncode == 5


def test_ctrl_c_before_mpirun_runs(installed: Install, tmp_path: Path) -> None:
    installed("exit 5")
    os.mkfifo(tmp_path / "conf")  # nobody writes to it
    launcher = subprocess.Popen([sys.executable, SCRIPT, "--config", str(tmp_path / "conf"), "app"], stderr=subprocess.PIPE)
    time.sleep(1)  # by then it reads it
    launcher.send_signal(signal.SIGINT)
    assert launcher.communicate(timeout=10) == (None, b"")
    assert launcher.returncode == 130


def test_a_signal_that_comes_after_mpiruns_end_ends_nothing() -> None:
    """The job is over, and its report is still to be written."""
    code = "import os, signal\nfrom closeranks_launcher import signals\nwith signals.held():\n    os.kill(os.getpid(), signal.SIGUSR1)\n"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tools", timeout=30).returncode == 0


def test_a_reader_that_has_seen_enough_of_a_plan() -> None:
    plan = subprocess.Popen([sys.executable, "-u", SCRIPT, "plan", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert plan.stdout is not None
    plan.stdout.close()
    assert (plan.communicate(timeout=30)[1], plan.returncode) == (b"", 0)


def test_a_dry_run_prints_names_as_they_are(installed: Install) -> None:
    installed("exit 1")
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}  # as in most locales
    command = [sys.executable, SCRIPT, "--dry-run", "app", b"file \xff"]
    result = subprocess.run(command, env=strict, capture_output=True, timeout=30)
    assert (result.returncode, result.stderr) == (0, b"") and result.stdout.endswith(b" app 'file \xff'\n")


def test_a_checker_of_options_that_does_not_run(installed: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed("exit 1")
    config, checker = tmp_path / "closeranks-config.json", tmp_path / "checker"
    config.write_text(config.read_text().replace("{", '{"checker": "checker", '))
    checker.touch()
    result = closeranks("--quiet", "app")
    assert (result.returncode, result.stderr) == (
        82,
        f"closeranks: The options cannot be checked by {checker}: Permission denied; build or install closeranks again.\n",
    )
