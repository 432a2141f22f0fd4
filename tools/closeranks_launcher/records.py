"""The records of the ranks: one file for each, one JSON object a line (runtime/report.hpp).

    unreached  library                       its MPI calls go straight to that library
    start      rank, size, host, pid         MPI_Init is done
    planned    item                          the injector's timer will kill this rank
    injected   item                          the injector kills this rank now
    lost       ranks                         it noticed that these have failed
    repaired   communicator, size, survivors, seconds
    file       name, ranks, gaps             lost while they had it open for writing
    lacking    function, communicator, ranks results lack the contributions of `ranks`
    aborting   function, rank                policy abort: `rank` is missing in `function`
    ending     code                          MPI_Abort or a fatal error handler
    left       status                        it left without MPI_Finalize
    finish     lost, skipped, incomplete, absent, lacking, passed_through    it is through MPI_Finalize

Each has `event` and `time` (seconds since 1970).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_NAME = re.compile(r"(?:job(\d+)-)?rank-(\d+)\.jsonl")

Event = dict[str, Any]


@dataclass
class Rank:
    """What one process wrote."""

    job: int  # 1, or the number of the MPI_Comm_spawn that made it
    rank: int
    events: list[Event] = field(default_factory=list)

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.events if event["event"] == kind]

    def first(self, kind: str) -> Event | None:
        return next((event for event in self.events if event["event"] == kind), None)

    def has(self, kind: str) -> bool:
        return self.first(kind) is not None


def parse(text: str) -> list[Event]:
    """The events of one file; what a full disk cut off is left out."""
    events = []
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(event, dict) and "event" in event and "time" in event:
            events.append(event)
    return events


def read(directory: Path) -> list[Rank]:
    """All ranks of all jobs in `directory`, in order."""
    ranks = []
    for path in directory.iterdir():
        match = _NAME.fullmatch(path.name)
        if match:
            events = parse(path.read_text(errors="replace"))
            ranks.append(Rank(int(match[1] or 1), int(match[2]), events))
    return sorted(ranks, key=lambda rank: (rank.job, rank.rank))
