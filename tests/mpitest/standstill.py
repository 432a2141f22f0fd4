"""For how long this machine has stood still. A virtual machine is stopped now and then, for seconds or minutes: no
process runs then, and clocks continue; or its kernel leaves processes out (docs/developers/testing.md). The limits of tests do not
count that time."""

from __future__ import annotations

import functools
import threading
import time

_LOOK = 0.1  # seconds
_GAP = 2.0  # between two looks; on a busy machine they come late, too


class _Watch:
    def __init__(self) -> None:
        self.seconds = 0.0
        threading.Thread(target=self._work, name="standstill", daemon=True).start()

    def _work(self) -> None:
        before = time.monotonic()
        while True:
            time.sleep(_LOOK)
            now = time.monotonic()
            if now - before > _GAP:
                self.seconds += now - before - _LOOK
            before = now


@functools.cache
def _watch() -> _Watch:
    return _Watch()


def seconds() -> float:
    """In all, since the first call."""
    return _watch().seconds


class Limit:
    """So many seconds from now on in which the machine runs."""

    def __init__(self, length: float) -> None:
        self._end = time.monotonic() + length - seconds()

    def left(self) -> float:
        """0: it is over."""
        if (left := self._left()) > 0:
            return left
        time.sleep(2 * _LOOK)  # until a standstill is known that has just ended
        return max(0.0, self._left())

    def _left(self) -> float:
        return self._end + seconds() - time.monotonic()
