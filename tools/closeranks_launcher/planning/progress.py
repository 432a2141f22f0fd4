"""Progress of the plan on stderr, when it computes for longer than a second."""

from __future__ import annotations

import sys
import time

_BEFORE_FIRST = 1.0
_BETWEEN = 10.0  # seconds, where lines stay: in a file or a pipe


class Progress:
    def __init__(self) -> None:
        self._next = time.monotonic() + _BEFORE_FIRST
        self._renews = sys.stderr.isatty()
        self._shown = False

    def tell(self, what: str, done: int, of: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        line = f"closeranks plan: {what}: {done:,} of {of:,}"
        print(f"\r{line}\033[K" if self._renews else line, end="" if self._renews else "\n", file=sys.stderr, flush=True)
        self._shown = True
        self._next = now + (0.2 if self._renews else _BETWEEN)

    def end(self) -> None:
        if self._shown and self._renews:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
