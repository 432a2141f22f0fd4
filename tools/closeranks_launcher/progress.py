"""--progress: one line on stderr that renews itself, out of the records of ranks and keepers.

The ranks do nothing for it: they record what happens to them in any case. The line is written by the launcher's own
thread, between two looks at mpirun.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path

from .keepers import launched_as
from .options import is_number
from .plain import TYPE_CHECKING, dataclass, field
from .records import Event, communicator_key, parse
from .report_shape import clean

if TYPE_CHECKING:
    from typing import TextIO

# Of the program itself, not of what it spawns; but of that there are no keepers.
_FILE = re.compile(r"rank-(\d+)\.jsonl|keeper-(?:job(\d+)-)?rank-(\d+)\.jsonl")
_PLAIN = 30.0  # seconds between two lines where there is no terminal
_MOST_NAMED = 6
_UNKNOWN_WIDTH = 80  # some terminals do not tell theirs, and nor does the user
_CUT = "..."


@dataclass
class _File:
    """What has been read of one."""

    at: int = 0
    half: bytes = b""  # a line whose end is still to come

    def news(self, path: Path) -> list[Event]:
        with path.open("rb") as file:
            file.seek(self.at)
            data = file.read()
        self.at += len(data)
        whole, newline, rest = (self.half + data).rpartition(b"\n")
        self.half = rest
        return parse(whole.decode(errors="replace")) if newline else []


@dataclass
class State:
    """What has happened so far.

    Records of several processes are not read in the order of time, and a rank may die and come back several times: so
    what counts is which of the two was last.
    """

    size: int = 0
    processes: int = 0  # spares among them
    lost: dict[int, float] = field(default_factory=dict)  # when last
    back: dict[int, float] = field(default_factory=dict)
    ended: dict[tuple[int, int], float] = field(default_factory=dict)
    repairs: set[tuple[str, int]] = field(default_factory=set)
    skipped: dict[int, dict[str, int]] = field(default_factory=dict)  # by rank and function
    lacking: set[str] = field(default_factory=set)
    # Of processes, by job and number, which are what the keepers know.
    ranks: dict[tuple[int, int], int] = field(default_factory=dict)

    def take(self, number: int, event: Event) -> None:
        """One event of rank `number`."""
        kind = event["event"]
        if kind == "start":
            self.size = max(self.size, event.get("size") or 0)
            self.ranks[launched_as(1, number, event)] = number
            self.skipped.pop(number, None)  # of the process before
        elif kind == "lost":
            for rank in event["ranks"]:
                self.lost[rank] = max(event["time"], self.lost.get(rank, 0.0))
        elif kind == "recovered":
            for one in event["ranks"]:
                self.back[one["rank"]] = max(event["time"], self.back.get(one["rank"], 0.0))
        elif kind == "repaired":
            self.repairs.add((communicator_key(event), event["survivors"]))
        elif kind == "skipped":
            self.skipped.setdefault(number, {})[event["function"]] = event["calls"]
        elif kind == "lacking":
            self.lacking.add(event["function"])

    def take_of_keeper(self, job: int, process: int, event: Event) -> None:
        """One event of the keeper of that process."""
        if event["event"] == "started" and job == 1:
            self.processes = max(self.processes, event.get("size") or 0)
        elif event["event"] == "ended" and event["phase"] != "after MPI_Finalize":
            self.ended[job, process] = event["time"]

    def missing(self) -> list[int]:
        """The ranks that are lost now."""
        times = dict(self.lost)
        for (job, process), time_of_end in self.ended.items():
            stands_for_itself = job == 1 and process < (self.size or self.processes)
            rank = self.ranks.get((job, process), process if stands_for_itself else None)
            if rank is not None:
                times[rank] = max(time_of_end, times.get(rank, 0.0))
        return sorted(rank for rank, when in times.items() if when >= self.back.get(rank, 0.0))

    def _lost(self, missing: list[int]) -> str:
        if not missing:
            return ""
        named = ", ".join(map(str, missing[:_MOST_NAMED]))
        more = len(missing) - _MOST_NAMED
        return f" (lost: {named}{f' and {more} more' if more > 0 else ''})"

    def __str__(self) -> str:
        size = self.size or self.processes
        if size == 0:
            return "the ranks are starting"
        missing = self.missing()
        parts = [f"{max(size - len(missing), 0)} of {size} ranks alive{self._lost(missing)}"]
        repairs = len(self.repairs)
        parts.append(f"{repairs} repair{'s' if repairs != 1 else ''}")
        # As in the summary, without those that the lost ones have skipped.
        if skipped := sum(sum(calls.values()) for rank, calls in self.skipped.items() if rank not in missing):
            parts.append(f"at least {skipped} call{'s' if skipped != 1 else ''} skipped")
        if self.lacking:
            parts.append(f"results lack contributions: {', '.join(sorted(self.lacking))}")
        return ", ".join(parts)


def _elapsed(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def _width(stream: TextIO) -> int:
    """Of the terminal. Some do not tell it (0), as those that programs make, and there $COLUMNS may."""
    told = os.environ.get("COLUMNS", "")
    return os.get_terminal_size(stream.fileno()).columns or (is_number(told) and int(told)) or _UNKNOWN_WIDTH


class Progress:
    """Draws the line while the program runs."""

    def __init__(self, folder: Path, stream: TextIO = sys.stderr) -> None:
        self._folder = folder
        self._stream = stream
        self._renews = stream.isatty()
        self._begin = self._latest = time.monotonic()
        self._drawn = ""
        self._files: dict[str, _File] = {}
        self._state = State()

    def _read(self) -> None:
        with os.scandir(self._folder) as entries:
            for entry in entries:
                match = _FILE.fullmatch(entry.name)
                if not match:
                    continue
                known = self._files.setdefault(entry.name, _File())
                if entry.stat().st_size > known.at:
                    for event in known.news(Path(entry.path)):
                        if match[1]:
                            self._state.take(int(match[1]), event)
                        else:
                            self._state.take_of_keeper(int(match[2] or 1), int(match[3]), event)

    def look(self, now: float) -> None:
        """Reads what is new, and renews the line when it is time for it."""
        if not self._renews and now - self._latest < _PLAIN:
            return
        with contextlib.suppress(OSError):
            self._read()
            self._draw(clean(f"closeranks: {_elapsed(now - self._begin)}: {self._state}"), now)

    def _draw(self, text: str, now: float) -> None:
        self._latest = now
        if not self._renews:
            print(text, file=self._stream, flush=True)
            return
        room = max(_width(self._stream) - 2, 0)
        if len(text) > room:
            text = (text[: max(room - len(_CUT), 0)] + _CUT)[:room]
        if text != self._drawn:
            # Blanks in place of what was longer, and one behind it, for what the program prints next.
            self._stream.write(f"\r{text.ljust(len(self._drawn))} ")
            self._stream.flush()
            self._drawn = text

    def finish(self) -> None:
        """Takes the line away: what comes next begins where it began."""
        if self._drawn:
            with contextlib.suppress(OSError):
                self._stream.write(f"\r{' ' * (len(self._drawn) + 1)}\r")
                self._stream.flush()
            self._drawn = ""
