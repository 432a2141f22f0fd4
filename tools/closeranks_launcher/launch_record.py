"""What only the launcher knows of a run, in a record of its own beside those of the ranks.

    launched      closeranks, command, directory, mpi_prefix, options    mpirun is about to be started
                  replicas: size, ranks                                  of ranks with a twin, in the order of their twins
    asked_to_end  signal                                                 mpirun has got that signal, and noted it here
    interrupted   signal                                                 the job is asked to end, as by that signal
    told          signal                                                 the program is told that its time is nearly over
    concluded     status, signal, stopped, mpirun; by_itself, limit      it has ended

`options`: the value of each, and where it comes from. `signal`: the one that asked the launcher to end, or 0.
`stopped`: why the launcher ended the program, or nothing. `mpirun`: the signal that ended mpirun alone, or 0.
`by_itself`: so many seconds after the request to end the program had ended by itself (--grace). `limit`: how the
time limit contributed to the end. A run that was launched and is not concluded is still running, or its launcher was
killed.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import command
from .arguments import Line
from .installation import Installation
from .options import Option
from .plain import TYPE_CHECKING, dataclass, field
from .signals import name

if TYPE_CHECKING:
    from typing import Any

Event = dict[str, "Any"]
LAUNCHER = "launcher.jsonl"
KILLED = "the launcher was killed, or the program is still running"


@dataclass
class Launch:
    """The known facts of the launch."""

    events: list[Event] = field(default_factory=list)
    path: Path | None = None  # where it is written

    def of(self, kind: str) -> Event:
        """Empty when there is none."""
        return next((event for event in self.events if event["event"] == kind), {})

    @property
    def interruption(self) -> str | None:
        """Why the program was ended from outside, if it was."""
        if not self.of("launched"):
            return None
        concluded = self.of("concluded")
        if not concluded:
            return KILLED
        if number := concluded["signal"]:
            by_itself = concluded.get("by_itself")
            if limit := concluded.get("limit"):
                return str(limit)
            if by_itself is not None:
                return f"closeranks was asked to end by {name(number)}, and the program ended by itself {by_itself:.2f} s later"
            return f"closeranks was ended by {name(number)}"
        if number := concluded.get("mpirun"):
            why = ", because no process reads the output of the program any more" if number == signal.SIGPIPE else ""
            return f"mpirun was ended by {name(number)}{why}"
        return concluded["stopped"] or None

    @property
    def interrupted_at(self) -> float:
        """When it was first asked to end from outside, in seconds since 1970; infinity: it was not, or nobody knows. A
        program that has only been told that its time is nearly over may end by that, or continue.
        """
        return self.told_at if self.has_only_been_told else self.ended_at

    @property
    def ended_at(self) -> float:
        """The same, if it was not only told."""
        return self._first("interrupted", "asked_to_end")

    @property
    def told_at(self) -> float:
        return self._first("told")

    @property
    def has_only_been_told(self) -> bool:
        return self.told_at < math.inf and self.ended_at == math.inf

    def _first(self, *kinds: str) -> float:
        return min((event["time"] for event in self.events if event["event"] in kinds), default=math.inf)

    def add(self, kind: str, **fields: Any) -> None:
        event = {"event": kind, "time": time.time(), **fields}
        self.events.append(event)
        if self.path is not None:
            with contextlib.suppress(OSError):  # a full disk must not end the run
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
                with os.fdopen(os.open(self.path, flags, 0o600), "a") as file:
                    file.write(json.dumps(event) + "\n")


def describe_options(table: Sequence[Option], values: Mapping[str, str], line: Line) -> dict[str, dict[str, str]]:
    """Each option with its value."""
    return {
        option.name: {
            "value": values.get(option.name, option.default),
            "from": command.source(line, option, os.environ),
        }
        for option in table
    }


def begin(
    folder: Path,
    place: Installation,
    words: Sequence[str],
    options: Mapping[str, Mapping[str, str]],
    replicas: Mapping[str, Any] | None = None,
) -> Launch:
    launch = Launch(path=folder / LAUNCHER)
    launch.add(
        "launched",
        closeranks=place.version,
        command=["closeranks", *words],
        directory=os.getcwd(),
        mpi_prefix=str(place.mpirun.parent.parent),
        options=options,
        **({"replicas": replicas} if replicas else {}),
    )
    return launch
