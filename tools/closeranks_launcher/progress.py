"""--progress: one line on stderr that renews itself, from the records of ranks and keepers.

The ranks do nothing for it: they record what happens to them in any case. The line is written by the launcher's own
thread, between two looks at mpirun.
"""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

from . import replicas, status_line
from .follow import Follower
from .keepers import launched_as
from .plain import TYPE_CHECKING, dataclass, field
from .records import Event, communicator_key
from .report_shape import clean

if TYPE_CHECKING:
    from typing import TextIO

_PLAIN = 30.0  # seconds between two lines where there is no terminal
_MOST_NAMED = 6


@dataclass
class State:
    """The state of the run so far.

    Records of several processes are not read in the order of time, and a rank may die and be recovered several times.
    So the later of the two events counts.
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
        # As in the summary, without the calls that the lost ranks have skipped.
        if skipped := sum(sum(calls.values()) for rank, calls in self.skipped.items() if rank not in missing):
            parts.append(f"at least {skipped} call{'s' if skipped != 1 else ''} skipped")
        if self.lacking:
            parts.append(f"results lack contributions: {', '.join(sorted(self.lacking))}")
        return ", ".join(parts)


def _of_replicas(state: replicas.State) -> str:
    if not state.places:
        return "the ranks are starting"
    roles, gone = state.roles, {death.process for death in state.deaths()}
    missing = [rank for rank in range(roles.size) if gone.issuperset(roles.of(rank))]
    processes = roles.size + len(roles.twins)
    alone = [rank for rank in roles.twins if len(gone.intersection(roles.of(rank))) == 1]
    left = f" (one process left: {', '.join(map(str, sorted(alone)[:_MOST_NAMED]))})" if alone else ""
    lost = f" (lost: {', '.join(map(str, missing[:_MOST_NAMED]))})" if missing else ""
    return f"{roles.size - len(missing)} of {roles.size} ranks alive{lost}, {processes - len(gone)} of {processes} processes{left}"


def _elapsed(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


class Progress:
    """Draws the line while the program runs."""

    def __init__(self, folder: Path, stream: TextIO = sys.stderr, roles: replicas.Roles | None = None) -> None:
        """`roles`: of the processes of ranks that have two."""
        self._follower = Follower(folder)
        self._stream = stream
        self._line = status_line.StatusLine(stream) if status_line.is_possible(stream) else None
        self._begin = self._latest = time.monotonic()
        self._state = State()
        self._replicas = replicas.State(roles) if roles else None

    def _read(self) -> None:
        for one in self._follower.news():
            if self._replicas is not None:
                self._replicas.take(one.number, one.event, bool(one.job))
            elif one.job:
                self._state.take_of_keeper(one.job, one.number, one.event)
            else:
                self._state.take(one.number, one.event)

    def look(self, now: float) -> None:
        """Reads what is new, and renews the line when it is time for it."""
        if self._line is None and now - self._latest < _PLAIN:
            return
        with contextlib.suppress(OSError):
            self._read()
            self._draw(clean(f"closeranks: {_elapsed(now - self._begin)}: {self._told()}"), now)

    def _told(self) -> str:
        return str(self._state) if self._replicas is None else _of_replicas(self._replicas)

    def _draw(self, text: str, now: float) -> None:
        self._latest = now
        if self._line is None:
            print(text, file=self._stream, flush=True)
        else:
            self._line.draw(text)

    def finish(self) -> None:
        """Takes the line away."""
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.finish()
