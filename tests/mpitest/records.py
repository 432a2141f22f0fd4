"""The records that the runtime wrote: one JSON object a line, a file for each rank."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Records:
    """The records of one rank, as far as a judge needs them."""

    injected: bool = False  # the injector was about to kill it
    planned: bool = False  # a timer was to kill it at some time
    started: bool = False  # it came to the end of MPI_Init
    finished: bool = False  # it came to the end of MPI_Finalize
    ended: int = 0  # the status with which it ended the job
    left: bool = False  # it left without MPI_Finalize
    lost: set[int] = field(default_factory=set)  # the ranks that it knew to be dead
    processes_lost: set[int] = field(default_factory=set)  # the same of processes, in a replicated run
    repairs: int = 0
    repairers: int = 0  # the most members of a repair before MPI_Finalize
    asked: int = 0  # in so many repairs it asked other members which of them is ahead
    voted: int = 0  # repairs before which it voted, of those whose failure it saw
    letters: int = 0  # service messages that it sent, or received, for one repair: the most

    @staticmethod
    def parse(text: str) -> Records:
        records = Records()
        for line in text.splitlines():
            try:
                entry: Any = json.loads(line)
            except json.JSONDecodeError:
                continue  # the rank died while it wrote
            records._take(entry)
        return records

    def _take(self, entry: Mapping[str, Any]) -> None:
        match entry.get("event"):
            case "injected":
                self.injected = True
            case "planned":
                self.planned = True
            case "start":
                self.started = True
            case "finish":
                self.finished = True
                self.lost |= set(entry["lost"])
            case "ending":
                self.ended = entry["code"]
            case "left":
                self.left = True
            case "lost":
                self.lost |= set(entry["ranks"])
            case "process_lost":
                self.processes_lost.add(entry["process"])
            case "repaired":
                self.repairs += 1
                if entry["function"] != "MPI_Finalize":
                    self.repairers = max(self.repairers, entry["survivors"])
                self.asked += entry["phases"].get("asking") is not None
                self.voted += entry["phases"].get("voting") is not None
                self.letters = max(self.letters, *entry["letters"].values())
