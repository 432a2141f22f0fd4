"""The folder for the records of a run: the user's (--keep-records), which no two runs have at the same time, or a
temporary one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import checks, disk
from .asked import say
from .options import UsageError, described

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_RANDOM = 16  # characters at the end of the name of a temporary folder
_STALE = 24 * 3600.0  # seconds; so long one can look at what a launcher that was killed has left
_LOCK = ".closeranks-lock"  # stays: who removed it could remove the one that another run has just locked


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
        folder = _new_folder()
        descriptor = os.open(folder, _FOLDER)
    except OSError as error:
        raise UsageError(
            f"There is no place for temporary files: {described(error)}. Set TMPDIR to a directory that can be written."
        ) from error
    try:
        with contextlib.suppress(OSError):  # where there are no locks, nobody sweeps either
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
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


def _new_folder() -> Path:
    """Which only the user can enter. Raises OSError when there is no place for one."""
    try:
        folder = _usual_place() / f"{_prefix()}{os.urandom(8).hex()}"
        folder.mkdir(mode=0o700)
        return folder
    except OSError:
        import tempfile  # knows other places, and takes 5 ms to load

        return Path(tempfile.mkdtemp(prefix=_prefix()))


def sweep() -> None:
    """Takes away the temporary folders of launchers that were killed."""
    prefix = _prefix()
    with contextlib.suppress(OSError), os.scandir(_usual_place()) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and len(entry.name) == len(prefix) + _RANDOM:
                with contextlib.suppress(OSError):
                    _remove_if_stale(entry.path)


def _remove_if_stale(folder: str) -> None:
    """Raises OSError if it is no folder, or a launcher has it that still runs. A new one, which its launcher has not
    locked yet, is not old enough.
    """
    descriptor = os.open(folder, _FOLDER)
    try:
        found = os.fstat(descriptor)
        if found.st_uid != os.geteuid() or found.st_mtime > time.time() - _STALE:
            return
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        disk.remove(Path(f"/proc/self/fd/{descriptor}"))  # what is in this one, whatever has its name by now
        os.rmdir(folder)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """So that the records of two runs do not mix, of which neither could tell then whom it has lost. A launcher that is
    killed lets go of it.
    """
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
            f"The file system of {folder} has no locks ({described(error)}), so that nobody notices when another run "
            "is given that directory for its records (--keep-records)."
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
            f"The records cannot go to {folder} (--keep-records): {error} has the name of a record and is none; "
            "name another directory."
        ) from error
    if replaced:
        say(f"The records of an earlier run in {folder} are replaced (files: {replaced}).")
