"""Reads the records of a run while processes write them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from .plain import dataclass, field
from .records import Event, parse

# Of the program itself, not of what it spawns; but of that there are no keepers.
_FILE = re.compile(r"rank-(\d+)\.jsonl|keeper-(?:job(\d+)-)?rank-(\d+)\.jsonl")


@dataclass
class _File:
    """The content that has been read from one file."""

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


@dataclass(frozen=True)
class News:
    event: Event
    number: int  # of the rank, or, where a keeper tells, of the process in its job
    job: int = 0  # 0: the rank itself tells


@dataclass
class Follower:
    folder: Path
    _files: dict[str, _File] = field(default_factory=dict)

    def news(self) -> Iterator[News]:
        """The events since the last call. Raises OSError."""
        with os.scandir(self.folder) as entries:
            for entry in entries:
                match = _FILE.fullmatch(entry.name)
                if not match:
                    continue
                known = self._files.setdefault(entry.name, _File())
                if entry.stat().st_size > known.at:
                    for event in known.news(Path(entry.path)):
                        yield News(event, int(match[1])) if match[1] else News(event, int(match[3]), int(match[2] or 1))
