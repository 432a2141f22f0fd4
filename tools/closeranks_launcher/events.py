"""--json-events writes a line of JSON for each event, when it happens. --notify runs a command at a loss and at the
end.

The lines are described in docs/reference/report.md and docs/reference/events.schema.json. They come from the records that the launcher can
read, and cost the ranks nothing.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from . import replicas
from .asked import Asked
from .event_output import Notifier, Output
from .follow import Follower, News
from .keepers import launched_as
from .launch_record import Launch
from .plain import TYPE_CHECKING
from .records import Event, communicator_key

if TYPE_CHECKING:
    from typing import Any

Process = tuple[int, int]  # job and number in it


class _Attempt:
    """The known facts of one attempt."""

    def __init__(self, number: int, launch: Launch, folder: Path) -> None:
        self.number = number
        self.launch = launch
        self.follower = Follower(folder)
        self.size = 0
        self.until = math.inf  # when the program was ended: later deaths are no losses
        self.lost: set[int] = set()  # now, and told
        self.pending: dict[int, float] = {}  # to be told, and since when
        self.back: dict[int, float] = {}  # when last
        self.ranks: dict[Process, int] = {}
        self.places: dict[int, Event] = {}  # by rank: host and pid
        self.causes: dict[int, str] = {}
        self.killed: set[int] = set()  # by other signals than by which the program was told that its time is nearly over
        self.told: set[object] = set()  # repairs, recoveries and stalls
        roles = replicas.of_launch(launch)
        self.replicas = replicas.Watch(roles, folder, launch) if roles else None
        self.of_program = roles.size if roles else 0

    def is_first(self, *key: object) -> bool:
        """For an event that several ranks record."""
        is_new = key not in self.told
        self.told.add(key)
        return is_new

    def may_be_lost(self, rank: int, when: float) -> None:
        if when >= self.back.get(rank, 0.0) and rank not in self.lost:
            self.pending[rank] = min(when, self.pending.get(rank, when))

    def rank_of(self, process: Process) -> int | None:
        is_first = process[0] == 1 and process[1] < self.size
        return self.ranks.get(process, process[1] if is_first else None)


class Events:
    def __init__(self, asked: Asked) -> None:
        """Raises UsageError."""
        self._output = Output(asked.values["json_events"]) if "json_events" in asked.values else None
        self._notifier = Notifier(asked.values["notify"]) if "notify" in asked.values else None
        self._asked = asked
        self._attempt: _Attempt | None = None
        self._number = 0

    def begin(self, launch: Launch, folder: Path) -> None:
        """An attempt."""
        self._number += 1
        self._attempt = _Attempt(self._number, launch, folder)
        self._tell("start", closeranks=self._asked.place.version, command=["closeranks", *self._asked.words])

    def look(self, now: float) -> None:
        if self._attempt is not None and self._attempt.replicas is not None:
            self._tell_deaths(self._attempt, self._attempt.replicas.look(now))
        elif self._attempt is not None:
            with contextlib.suppress(OSError):
                for news in self._attempt.follower.news():
                    self._take(self._attempt, news)
            self._tell_losses(self._attempt)
        self._pump()

    def end(self, report: Mapping[str, Any], status: int, again: bool) -> None:
        """The attempt is over, and all is recorded."""
        if self._attempt is None:
            return
        self.look(0.0)
        if self._attempt.replicas is not None:
            self._tell_deaths(self._attempt, self._attempt.replicas.rest())
        lost, size = [one["rank"] for one in report["lost"]], report["size"]
        line = self._tell(
            "end",
            status=status,
            completed=report["completed"],
            interrupted=report["interrupted"],
            lost=lost,
            size=size,
            seconds=report["seconds"],
            again=again,
        )
        self._attempt = None
        if self._notifier is not None and not again:
            self._notifier.add("end", f"the program ended with status {status}, {len(lost)} of {size} ranks lost", line)

    def close(self) -> None:
        if self._output is not None:
            self._output.close()
        if self._notifier is not None:
            self._notifier.close()

    def _pump(self) -> None:
        if self._output is not None:
            self._output.flush()
        if self._notifier is not None:
            self._notifier.pump()

    def _tell(self, kind: str, when: float | None = None, **fields: Any) -> str:
        moment = time.time() if when is None else when
        line = json.dumps({"event": kind, "time": round(moment, 6), "attempt": self._number, **fields})
        if self._output is not None:
            self._output.write(line + "\n")
        return line

    def _tell_deaths(self, attempt: _Attempt, deaths: Iterable[replicas.Death]) -> None:
        """Events of processes of replicated ranks. A rank is lost with its last process."""
        attempt.size = attempt.of_program
        for death in deaths:
            left = [{"process": process, "host": host, "pid": pid} for process, host, pid in death.others]
            own = {"rank": death.rank, "process": death.process, "role": death.role, "host": death.host, "pid": death.pid}
            line = self._tell("process_loss", death.time, **own, cause=death.cause, left=left)
            if not left:
                place = {"host": death.host, "pid": death.pid}
                self._tell_loss(attempt, death.rank, death.time, place, death.cause)
            elif self._notifier is not None:
                self._notifier.add("process_loss", str(death).rstrip("."), line)

    def _tell_loss(self, attempt: _Attempt, rank: int, when: float, place: Event, cause: str) -> None:
        attempt.lost.add(rank)
        host, pid = place.get("host", ""), place.get("pid", 0)
        line = self._tell("loss", when, rank=rank, size=attempt.size, host=host, pid=pid, cause=cause)
        if self._notifier is not None:
            why = f", {cause}" if cause else ""
            self._notifier.add("loss", f"lost rank {rank} of {attempt.size} (host {host}, pid {pid}){why}", line)

    def _tell_losses(self, attempt: _Attempt) -> None:
        until = attempt.launch.interrupted_at
        killed = attempt.killed if attempt.launch.has_only_been_told else set()
        for rank, when in sorted(attempt.pending.items(), key=lambda one: one[1]):
            if when < attempt.until and (when < until or rank in killed):
                self._tell_loss(attempt, rank, when, attempt.places.get(rank, {}), attempt.causes.get(rank, ""))
        attempt.pending.clear()

    def _take(self, attempt: _Attempt, news: News) -> None:
        if news.job:
            self._take_of_keeper(attempt, (news.job, news.number), news.event)
        else:
            self._take_of_rank(attempt, news.number, news.event)

    def _take_of_keeper(self, attempt: _Attempt, process: Process, event: Event) -> None:
        if event["event"] == "started":
            attempt.size = attempt.size or event.get("size") or 0
            if (rank := attempt.rank_of(process)) is not None and rank not in attempt.places:
                attempt.places[rank] = event
        elif event["event"] == "ended" and (event["phase"] == "running" or event.get("signal") is not None):
            rank = attempt.rank_of(process)
            if rank is not None and event["time"] >= attempt.back.get(rank, 0.0):
                attempt.causes[rank] = event["cause"]
                if event.get("signal") not in (None, attempt.launch.of("told").get("signal")) and "left" not in event:
                    attempt.killed.add(rank)
                attempt.may_be_lost(rank, event["time"])

    def _take_of_rank(self, attempt: _Attempt, number: int, event: Event) -> None:
        kind, when = event["event"], event["time"]
        if kind == "start":
            attempt.size = event["size"]
            attempt.ranks[launched_as(1, number, event)] = number
            attempt.places[number] = event
        elif kind == "lost":
            for rank in event["ranks"]:
                attempt.may_be_lost(rank, when)
        elif kind == "recovered":
            self._take_return(attempt, event)
        elif kind == "repaired" and attempt.is_first(
            kind, communicator_key(event), event["survivors"], *(event.get("missing") or []), len(attempt.back)
        ):
            names = ("communicator", "size", "survivors", "missing", "function", "seconds")
            self._tell("repair", when, **{name: event.get(name) for name in names})
        elif kind == "stalled" and attempt.is_first(kind):
            self._tell("stall", when, text=event["text"])
        elif kind == "ending":
            attempt.until = min(attempt.until, when)

    def _take_return(self, attempt: _Attempt, event: Event) -> None:
        new = [one for one in event["ranks"] if attempt.is_first("recovered", one["rank"], one["now"]["process"])]
        if not new:
            return
        for one in new:
            rank = one["rank"]
            since = attempt.pending.pop(rank, event["time"])
            if rank not in attempt.lost:
                self._tell_loss(attempt, rank, since, one, one["cause"] or attempt.causes.get(rank, ""))
            attempt.lost.discard(rank)
            attempt.causes.pop(rank, None)
            attempt.killed.discard(rank)
            attempt.back[rank] = event["time"]
        ranks = [{"rank": one["rank"], "host": one["now"]["host"], "pid": one["now"]["pid"]} for one in new]
        self._tell("recovery", event["time"], ranks=ranks, seconds=event["seconds"], spares=event["spares"])
