"""What only the launcher knows of a run, in a record of its own beside those of the ranks.

    launched      closeranks, command, directory, mpi_prefix, options    mpirun is about to be started
    asked_to_end  signal                                                 mpirun has got that signal, and noted it here
    concluded     status, signal, stopped, mpirun                        it has ended

`options`: the value of each, and where it comes from. `signal`: by which the launcher was asked to end, or 0. `stopped`:
why the launcher ended the program, or nothing. `mpirun`: the signal that ended mpirun alone, or 0. A run that was
launched and is not concluded is still going on, or its launcher was killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from .installation import Installation
from .options import Option
from .plain import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from typing import Any

    from .records import Event

LAUNCHER = "launcher.jsonl"
KILLED = "the launcher was killed, or the program is still running"


@dataclass
class Launch:
    """As far as it is known."""

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
            return f"closeranks was ended by {_signal(number)}"
        if number := concluded.get("mpirun"):
            why = ", for nobody reads any more what the program prints" if number == signal.SIGPIPE else ""
            return f"mpirun was ended by {_signal(number)}{why}"
        return concluded["stopped"] or None

    def add(self, kind: str, **fields: Any) -> None:
        event = {"event": kind, "time": time.time(), **fields}
        self.events.append(event)
        if self.path is not None:
            with contextlib.suppress(OSError):  # a full disk must not end the run
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
                with os.fdopen(os.open(self.path, flags, 0o600), "a") as file:
                    file.write(json.dumps(event) + "\n")


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "unknown"
    return f"signal {number} ({name})"


def describe_options(
    table: Sequence[Option], values: Mapping[str, str], settings: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Each option with its value; `settings`: those that have a flag on the command line."""

    def source(name: str) -> str:
        return "command line" if name in settings else "environment" if name in values else "default"

    return {
        option.name: {"value": values.get(option.name, option.default), "from": source(option.name)}
        for option in table
    }


def begin(
    folder: Path, place: Installation, words: Sequence[str], options: Mapping[str, Mapping[str, str]]
) -> Launch:
    launch = Launch(path=folder / LAUNCHER)
    launch.add(
        "launched",
        closeranks=place.version,
        command=["closeranks", *words],
        directory=os.getcwd(),
        mpi_prefix=str(place.mpirun.parent.parent),
        options=options,
    )
    return launch


def read(folder: Path) -> Launch:
    """That of the run whose records are in `folder`; without events when it had no launcher."""
    from .records import parse

    path = folder / LAUNCHER
    if path.is_symlink() or not path.is_file():
        return Launch()
    return Launch(parse(path.read_text(errors="replace")))
