"""Stops the ranks of a run for some milliseconds at random, as a busy machine does, but more often and for longer. Late
ranks cause races. The pauses cost little time, and find in minutes the races that load finds in hours.

Every job pauses so when CLOSERANKS_TEST_PAUSES is set.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator

from mpitest import processes

_LENGTHS = (0.005, 0.02, 0.05, 0.15)  # seconds
_BETWEEN = 0.05  # so that about one of them is stopped at a time
_LOOK = 0.1  # for ranks that are new


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


class _Pauses:
    def __init__(self, run: str) -> None:
        self._run = run
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="pauses")
        self._thread.start()

    def _work(self) -> None:
        stopped: dict[int, float] = {}  # by process, until when
        pids: list[int] = []
        looked = 0.0
        while not self._over.wait(_BETWEEN):
            now = time.monotonic()
            if now - looked > _LOOK:
                pids, looked = processes.all_ranks_of(self._run), now
            for pid in [pid for pid, until in stopped.items() if until < now]:
                _signal(pid, signal.SIGCONT)
                del stopped[pid]
            if pids and (pid := random.choice(pids)) not in stopped:
                _signal(pid, signal.SIGSTOP)
                stopped[pid] = now + random.choice(_LENGTHS)
        for pid in stopped:
            _signal(pid, signal.SIGCONT)

    def end(self) -> None:
        self._over.set()
        self._thread.join()


@contextlib.contextmanager
def of_run(run: str) -> Iterator[None]:
    """While the body runs, if the environment asks for it."""
    if not os.environ.get("CLOSERANKS_TEST_PAUSES"):
        yield
        return
    pauses = _Pauses(run)
    try:
        yield
    finally:
        pauses.end()
