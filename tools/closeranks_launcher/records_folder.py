"""The folder for the records of a run: the user's (--keep-records), which no two runs have at the same time, or a
temporary one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import checks, disk
from .asked import say
from .options import UsageError, described

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_RANDOM = 16  # characters at the end of the name of a temporary folder
_LOCK = ".closeranks-lock"  # stays: a process that removed it could remove the one that another run has just locked


@contextlib.contextmanager
def of_run(values: Mapping[str, str]) -> Iterator[Path]:
    """A folder without old records, with room for new ones. Raises UsageError."""
    if "keep_records" in values:
        folder = Path(values["keep_records"]).absolute()
        with _held(folder):
            _empty(folder)
            checks.has_room(folder)
            yield folder
        return
    try:
        folder, descriptor = _new_folder()
    except OSError as error:
        raise UsageError(
            f"There is no place for temporary files: {described(error)}. Set TMPDIR to a directory that can be written."
        ) from error
    try:
        checks.has_room(folder)
        yield folder
    finally:
        disk.remove(folder)
        os.close(descriptor)


def _prefix() -> str:
    """With the host, for file systems that others share may have locks that only this one knows of."""
    return f"closeranks-{os.uname().nodename}-"


def _usual_place() -> Path:
    return Path(next(filter(None, map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))), "/tmp")).absolute()


def _locked(folder: Path) -> int:
    """An open descriptor of the folder, by which other launchers see that its launcher lives."""
    descriptor = os.open(folder, _FOLDER)
    with contextlib.suppress(OSError):  # where there are no locks, nobody sweeps either
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return descriptor


def _new_folder() -> tuple[Path, int]:
    """A folder that only the user can enter; and its lock, which it has when it gets the name that is swept. Raises
    OSError when there is no place for one."""
    try:
        folder = _usual_place() / f"{_prefix()}{os.urandom(8).hex()}"
        unlocked = folder.with_name(f".{folder.name}")
        unlocked.mkdir(mode=0o700)
        descriptor = _locked(unlocked)
        unlocked.rename(folder)
        return folder, descriptor
    except OSError:
        import tempfile  # knows other places, and takes 5 ms to load

        other = Path(tempfile.mkdtemp(prefix=_prefix()))
        return other, _locked(other)


def sweep() -> None:
    """Removes the temporary folders of killed launchers that have no live rank."""
    prefix = _prefix()
    with contextlib.suppress(OSError), os.scandir(_usual_place()) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and len(entry.name) == len(prefix) + _RANDOM:
                with contextlib.suppress(OSError):
                    _remove_if_stale(entry.path)


def _remove_if_stale(folder: str) -> None:
    """Raises OSError if it is not a folder, or its launcher still runs. Ranks that have outlived their launcher keep
    it."""
    descriptor = os.open(folder, _FOLDER)
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            return
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        from . import run

        if run.living_ranks(Path(folder)):
            return
        disk.remove(Path(f"/proc/self/fd/{descriptor}"))  # what is in this one, whatever has its name by now
        os.rmdir(folder)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keeps the records of two runs apart: otherwise neither run could tell which ranks it has lost. A killed
    launcher releases the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise UsageError(f"The records cannot go to {folder} (--keep-records): {described(error)}.") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise UsageError(
            f"The records cannot go to {folder} (--keep-records): another run is writing its own there; "
            "give each run a directory of its own."
        ) from error
    except OSError as error:  # some shared file systems are mounted without locks, and runs on several nodes need one
        say(
            f"The file system of {folder} has no locks ({described(error)}), so closeranks cannot "
            "notice that another run writes its records to the same directory (--keep-records)."
        )
    try:
        yield
    finally:
        os.close(descriptor)


def _empty(folder: Path) -> None:
    from . import records, restarts

    try:
        replaced = sum(records.remove(one) for one in restarts.folders(folder))
        restarts.remove_empty(folder)
    except OSError as error:
        raise UsageError(f"The records cannot go to {folder} (--keep-records): {described(error)}.") from error
    except records.NotOurs as error:
        raise UsageError(
            f"The records cannot go to {folder} (--keep-records): {error} has the name of a record but is none; "
            "name another directory."
        ) from error
    if replaced:
        say(f"The records of an earlier run in {folder} are replaced (files: {replaced}).")
