"""Files that are freed while nobody waits."""

from __future__ import annotations

import errno
import os
import signal
import time
from pathlib import Path

import pytest

from closeranks_launcher import checks, disk
from closeranks_launcher.options import UsageError


@pytest.mark.parametrize("files", [0, 1, 7, 100])
def test_a_folder_goes_with_all_that_is_in_it(files: int, tmp_path: Path) -> None:
    for folder in ("records", "records/restart-1", "records/restart-1/deeper", "records/empty"):
        (tmp_path / folder).mkdir()
        for number in range(files):
            (tmp_path / folder / f"rank-{number}.jsonl").write_text("{}")
    disk.remove(tmp_path / "records")
    assert not list(tmp_path.iterdir())


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    (tmp_path / "others/file").touch()
    (tmp_path / "records").mkdir()
    (tmp_path / "records/link").symlink_to(tmp_path / "others")
    disk.remove(tmp_path / "records")
    assert [path.name for path in tmp_path.rglob("*")] == ["others", "file"]


def test_what_cannot_be_removed_stays(tmp_path: Path) -> None:
    disk.remove(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    disk.remove(tmp_path / "file")
    assert (tmp_path / "file").exists()


def test_a_descriptor_is_closed_and_signals_are_let_through(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path / "file", os.O_CREAT | os.O_WRONLY)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    disk.close(descriptor)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    for _ in range(500):
        try:
            os.fstat(descriptor)
        except OSError as error:
            assert error.errno == errno.EBADF
            return
        time.sleep(0.01)
    pytest.fail("it is still open")


def test_room_is_looked_for_and_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks.has_room(tmp_path)
    assert not list(tmp_path.iterdir())

    def full(descriptor: int, begin: int, length: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(UsageError, match="No space left"):
        checks.has_room(tmp_path)
    assert not list(tmp_path.iterdir())
