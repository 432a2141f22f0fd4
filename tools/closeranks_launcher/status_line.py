"""The last row of a terminal, kept for one line that renews itself.

All else scrolls in the rows above it (DECSTBM, as apt's progress does), so that nothing that the program prints begins
behind the line or is written over by it. Each step is one write(), between which the program may write its own.
"""

from __future__ import annotations

import os

from .options import is_number
from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_FEWEST_ROWS = 3
_UNKNOWN_WIDTH = 80  # some terminals do not tell theirs, and nor does the user
_CUT = "..."
_SAVE, _RESTORE = "\x1b7", "\x1b8"  # the place of the cursor
_ERASE = "\x1b[K"
_ALL_ROWS = "\x1b[r"


def _size(stream: TextIO) -> os.terminal_size:
    """The size. Some terminals do not tell theirs (0), such as those that programs make. There $COLUMNS and $LINES
    may."""
    told = os.get_terminal_size(stream.fileno())
    by_user = {name: int(text) for name in ("COLUMNS", "LINES") if is_number(text := os.environ.get(name, ""))}
    return os.terminal_size(
        (told.columns or by_user.get("COLUMNS", 0) or _UNKNOWN_WIDTH, told.lines or by_user.get("LINES", 0))
    )


def is_possible(stream: TextIO) -> bool:
    """On a terminal that has such rows."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" and _size(stream).lines >= _FEWEST_ROWS


def _row(number: int) -> str:
    return f"\x1b[{number};1H"


class StatusLine:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._drawn = ""
        self._size = os.terminal_size((0, 0))

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _take(self, size: os.terminal_size) -> None:
        """The last row; the cursor goes up if it is there."""
        before = f"{_SAVE}{_row(self._size.lines)}{_ERASE}{_RESTORE}" if self._size.lines else "\n\x1b[1A"
        self._write(f"{before}{_SAVE}\x1b[1;{size.lines - 1}r{_RESTORE}")
        self._size = size
        self._drawn = ""

    def draw(self, text: str) -> None:
        """Drawn to the current width of the terminal."""
        if (size := _size(self._stream)) != self._size:
            self._take(size)
        room = max(size.columns - 1, 0)
        if len(text) > room:
            text = (text[: max(room - len(_CUT), 0)] + _CUT)[:room]
        if text != self._drawn:
            self._write(f"{_SAVE}{_row(size.lines)}{text}{_ERASE}{_RESTORE}")
            self._drawn = text

    def finish(self) -> None:
        """Gives the row back."""
        if self._size.lines:
            self._write(f"{_SAVE}{_ALL_ROWS}{_row(self._size.lines)}{_ERASE}{_RESTORE}")
            self._size = os.terminal_size((0, 0))
