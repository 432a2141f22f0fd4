"""The folder for the records of a run, and that no other run has it at the same time."""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from closeranks_launcher import leftovers, records_folder
from closeranks_launcher.options import UsageError
from conftest import ROOT

LAUNCHER = [sys.executable, str(ROOT / "tools/closeranks")]
# What a rank would record that has lost another one, by the script in place of mpirun.
FOLDER = 'for w; do case $w in CLOSERANKS_RECORDS=*) dir=${w#*=};; esac; done\n'
START = '{"event":"start","time":1,"rank":0,"size":2,"host":"h","pid":0}'
FINISH = '{"event":"finish","time":2,"lost":[1],"skipped":{},"incomplete":{},"absent":{},"passed_through":{}}'


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 30  # on a machine with much else to do
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """For temporary folders."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_the_next_run_sweeps_what_one_that_was_killed_has_left(
    installed: Callable[[str], Path], place: Path, tmp_path: Path
) -> None:
    installed(f"touch {tmp_path}/up; test -e {tmp_path}/go || sleep 20")
    with subprocess.Popen([*LAUNCHER, "app"]) as killed:
        wait_for(tmp_path / "up")
        killed.kill()
    (left,) = place.glob("closeranks-*-*")
    (left / "restart-1").mkdir()
    (left / "restart-1/rank-0.jsonl").touch()
    (tmp_path / "go").touch()
    assert subprocess.run([*LAUNCHER, "app"], timeout=30).returncode == 85
    assert list(place.glob("closeranks-*-*")) == []


def test_a_run_that_goes_on_keeps_its_folder(place: Path) -> None:
    with records_folder.of_run({}) as folder:
        records_folder.sweep()
        assert folder.is_dir()
    assert not folder.exists()


def test_a_folder_whose_ranks_live_is_kept(place: Path) -> None:
    folder = place / f"{records_folder._prefix()}{16 * '0'}"
    folder.mkdir()
    with subprocess.Popen(["sleep", "20"], env={"CLOSERANKS_RECORDS": str(folder)}) as rank:
        (folder / "rank-0.jsonl").write_text(START.replace('"pid":0', f'"pid":{rank.pid}') + "\n")
        records_folder.sweep()
        assert folder.is_dir()
        rank.kill()
    records_folder.sweep()
    assert not folder.exists()


def test_shared_memory_that_nobody_uses_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "_sees_all_processes", lambda: True)
    host = os.uname().nodename
    names = [f"sm_segment.{host}.0.abc.{number}" for number in range(3)]
    others = ["sm_segment.another-host.0.abc.0", "theirs"]
    for name in [*names, *others]:
        (tmp_path / name).write_bytes(bytes(4096))
    with (tmp_path / names[0]).open("r+b") as opened, (tmp_path / names[1]).open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 4096)
        file.close()
        leftovers.sweep(tmp_path)
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names[:2], *others])
        mapped.close()
        opened.close()
    leftovers.sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)


def test_shared_memory_is_used_while_it_is_being_mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process opens it, maps it, and closes the descriptor: here behind the first of the two looks at it."""
    segment, process = tmp_path / "sm_segment.host.0.1", tmp_path / "process"
    (process / "fd").mkdir(parents=True)
    (process / "fd/3").symlink_to(segment)
    (process / "maps").touch()
    look_at_links, look_at_memory = os.readlink, Path.read_text

    def goes_on() -> None:
        (process / "fd/3").unlink(missing_ok=True)
        (process / "maps").write_text(f"7f0-7f1 rw-s 0 00:1 7 {segment}\n")

    def links(path: Path) -> str:
        found = look_at_links(path)
        goes_on()
        return found

    def memory(path: Path, **how: str) -> str:
        found = look_at_memory(path, **how)
        goes_on()
        return found

    monkeypatch.setattr(os, "readlink", links)
    monkeypatch.setattr(Path, "read_text", memory)
    assert leftovers._used(process, [str(segment)]) == {str(segment)}


def test_what_others_may_use_unseen_is_left_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container, which may share its memory with others."""
    monkeypatch.setattr(leftovers, "_sees_all_processes", lambda: False)
    segment = tmp_path / f"osc_sm.{os.uname().nodename}.abc.0.3"
    segment.touch()
    leftovers.sweep(tmp_path)
    assert segment.exists()
    yesterday = time.time() - 25 * 3600
    os.utime(segment, (yesterday, yesterday))
    leftovers.sweep(tmp_path)
    assert not segment.exists()


def test_what_the_jobs_of_the_launcher_have_left_is_swept_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a container: all processes that could use it are seen from there."""
    monkeypatch.setattr(leftovers, "_sees_all_processes", lambda: False)
    host = os.uname().nodename.partition(".")[0]
    own, other = tmp_path / f"sm_segment.{host}.0.25de0001.3", tmp_path / f"sm_segment.{host}.0.25de0002.3"
    own.touch()
    other.touch()
    leftovers.sweep(tmp_path, jobs=lambda: {"25de0001"})
    assert not own.exists() and other.exists()


def test_nothing_else_is_swept(place: Path) -> None:
    name = records_folder._prefix() + 16 * "0"
    theirs = place / "theirs"
    theirs.mkdir()
    (theirs / "kept").touch()
    (place / name).symlink_to(theirs)
    others = [place / name[:-1], place / f"{name}1", place / "closeranks-another-host-0123456789abcdef"]
    for folder in others:
        folder.mkdir()
    records_folder.sweep()
    assert (theirs / "kept").exists() and (place / name).is_symlink()
    assert all(folder.is_dir() for folder in others)


def test_two_runs_at_once_do_not_have_it_both(installed: Callable[[str], Path], tmp_path: Path) -> None:
    installed(
        f"{FOLDER} printf '%s\\n' '{START}' '{FINISH}' >$dir/rank-0.jsonl; touch {tmp_path}/up\n"
        f"for i in $(seq 1500); do test -e {tmp_path}/go && break; sleep 0.02; done"  # if something goes wrong here: 30 s
    )
    command = [*LAUNCHER, "--keep-records", str(tmp_path / "kept"), "-n", "2", "app"]
    with subprocess.Popen(command) as first:
        wait_for(tmp_path / "up")
        second = subprocess.run(command, capture_output=True, text=True, timeout=30)
        (tmp_path / "go").touch()
        assert first.wait(30) == 83, "the other one has taken nothing away"
    assert second.returncode == 82
    assert f"The records cannot go to {tmp_path}/kept (--keep-records): another run is writing" in second.stderr
    third = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert third.returncode == 83 and "of an earlier run" in third.stderr


def test_a_launcher_that_is_killed_lets_go(installed: Callable[[str], Path], tmp_path: Path) -> None:
    installed(f"touch {tmp_path}/up; test -e {tmp_path}/go || sleep 20")
    command = [*LAUNCHER, "--keep-records", str(tmp_path / "kept"), "-n", "2", "app"]
    with subprocess.Popen(command) as first:
        wait_for(tmp_path / "up")
        first.kill()
    (tmp_path / "go").touch()
    assert subprocess.run(command, timeout=30).returncode == 85, "of a program without MPI, and not refused"


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_told_of(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, "there are none")

    monkeypatch.setattr(fcntl, "flock", fail)
    with records_folder.of_run({"keep_records": str(tmp_path)}) as folder:
        assert folder == tmp_path
    assert f"The file system of {tmp_path} has no locks (there are none)" in capsys.readouterr().err


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / ".closeranks-lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="The records cannot go to"):
        with records_folder.of_run({"keep_records": str(tmp_path)}):
            pass
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(("status", "ours", "said"), [(5, 5, ""), (0, 85, "No rank has left a record")])
def test_a_folder_that_is_taken_away_meanwhile(installed: Callable[[str], Path], status: int, ours: int, said: str) -> None:
    """By who cleans up temporary files. The program has run all the same."""
    installed(f'{FOLDER} rm -r "$dir"; exit {status}')
    result = subprocess.run([*LAUNCHER, "app"], capture_output=True, text=True, timeout=30)
    assert result.returncode == ours
    assert said in result.stderr and "cannot be started" not in result.stderr
