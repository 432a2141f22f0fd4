"""Some file systems take milliseconds to free files. This is done in the background, or for several files at once."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

_AT_ONCE = 8


def close(descriptor: int) -> None:
    """In the background."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # which are the main thread's
    try:
        threading.Thread(target=os.close, args=(descriptor,), daemon=True).start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def remove(folder: Path) -> None:
    """Removes it with its contents, as far as possible. It is our folder, in which no other user can put a link."""
    with contextlib.suppress(OSError):
        with os.scandir(folder) as scanned:
            entries = list(scanned)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                remove(Path(entry.path))
        _unlink_all([entry.path for entry in entries if not entry.is_dir(follow_symlinks=False)])
        os.rmdir(folder)


def _unlink_all(files: Sequence[str]) -> None:
    parts = [files[first::_AT_ONCE] for first in range(min(_AT_ONCE, len(files)))]
    threads = [threading.Thread(target=_unlink, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _unlink(files: Sequence[str]) -> None:
    for file in files:
        with contextlib.suppress(OSError):
            os.unlink(file)
