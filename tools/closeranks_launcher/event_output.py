"""Where events go (events.py): to a file or descriptor, and to a command of the user's. Neither delays the launcher."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import accumulate

from .asked import say
from .options import UsageError, described, is_number

_AT_ONCE = 4096  # bytes that a pipe takes whole when it takes any (PIPE_BUF)
_LAST_WRITES = 5.0  # seconds that a slow reader has at the end
_LAST_COMMAND = 10.0
_MOST_INPUT = 32768  # bytes that a pipe takes before its reader reads
_MOST_TEXT = 16384  # characters; an argument has 128 KiB at most (MAX_ARG_STRLEN)


def _opened(where: str) -> int:
    if not is_number(where):
        try:
            return os.open(where, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        except OSError as error:
            raise UsageError(f"The events cannot go to {where} (--json-events): {described(error)}.") from error
    try:
        can_write = fcntl.fcntl(int(where), fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    except (OSError, OverflowError):
        can_write = False
    if not can_write:
        raise UsageError(
            f"The file descriptor {where} (--json-events) is not open for writing; open it in the shell ({where}>events), "
            "or name a file."
        )
    return int(where)


def _joined(texts: Sequence[str]) -> str:
    """As many as there is room for."""
    ends = accumulate(len(text) + len("; ") for text in texts)
    taken = [text for text, end in zip(texts, ends) if end <= _MOST_TEXT]
    more = len(texts) - len(taken)
    return "; ".join([*taken, *([f"and {more} more"] if more else [])])


def _whole_lines(data: bytes) -> bytes:
    """As many as there is room for."""
    return data if len(data) <= _MOST_INPUT else data[: data.rfind(b"\n", 0, _MOST_INPUT) + 1]


class Output:
    def __init__(self, where: str) -> None:
        """Raises UsageError."""
        self._where = where
        self._descriptor = _opened(where)
        self._rest = b""

    def write(self, line: str) -> None:
        self._rest += line.encode()
        self.flush()

    def flush(self, seconds: float = 0.0) -> None:
        deadline = time.monotonic() + seconds
        try:
            while self._rest and select.select([], [self._descriptor], [], max(deadline - time.monotonic(), 0))[1]:
                written = os.write(self._descriptor, self._rest[:_AT_ONCE])
                self._rest = self._rest[written:]
        except (OSError, ValueError) as error:
            if self._descriptor >= 0:
                why = described(error) if isinstance(error, OSError) else str(error)
                say(f"The events cannot be written to {self._where} (--json-events): {why}.")
            self._rest, self._descriptor = b"", -1

    def close(self) -> None:
        self.flush(_LAST_WRITES)


class Notifier:
    """Runs one command at a time. The next command tells the events in between."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._waiting: list[tuple[str, str, str]] = []
        self._running: subprocess.Popen[bytes] | None = None

    def add(self, kind: str, text: str, line: str) -> None:
        self._waiting.append((kind, text, line))
        self.pump()

    def pump(self) -> None:
        if self._running is not None and self._running.poll() is None:
            return
        self._running = None
        if not self._waiting:
            return
        kind = self._waiting[0][0]
        together = [one for one in self._waiting if one[0] == kind]
        self._waiting = [one for one in self._waiting if one[0] != kind]
        self._start(kind, _joined([text for _, text, _ in together]), "".join(f"{line}\n" for _, _, line in together))

    def _start(self, kind: str, text: str, lines: str) -> None:
        try:
            self._running = subprocess.Popen(
                ["sh", "-c", self._command, "closeranks", kind, text],
                stdin=subprocess.PIPE,
                stdout=sys.stderr,
                start_new_session=True,  # Ctrl-C is not meant for it
                preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, []),
            )
            assert self._running.stdin is not None
            with contextlib.suppress(BrokenPipeError), self._running.stdin as stdin:
                stdin.write(_whole_lines(lines.encode()))
        except OSError as error:
            say(f"The command ({self._command}) of --notify cannot be run: {described(error)}.")

    def close(self) -> None:
        deadline = time.monotonic() + _LAST_COMMAND
        while self._running is not None or self._waiting:
            self.pump()
            if self._running is None:
                continue
            try:
                self._running.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                say(f"The command ({self._command}) of --notify still runs, and is left alone.")
                return
