"""The records of the ranks: one file for each, one JSON object a line (runtime/run/report.hpp).

    unreached  library                       its MPI calls go straight to that library
    unprotected                              MPI is initialised, but nothing can be protected
    left_to_program                          the program uses ULFM itself, and handles failures alone
    start      rank, size, process, host, pid, memory, launched    MPI_Init is done
    planned    item                          the injector's timer will kill this rank
    injected   item                          the injector kills this rank now
    lost       ranks, noticed                it noticed that these have failed, seconds after MPI_Init
    recovered  ranks, seconds, spares        these have other processes now; so many spares are left
    setup      closeranks, mpi, options      versions and effective options, from rank 0
    repaired   communicator, id, name, size, survivors, missing, function, seconds, phases, rounds, letters
    redone     function, communicator, seconds    the call in which it was repaired has been done again
    skipped    function, calls               so many by now: 1, 2, 4, 8, ...
    window     name, made_by, ranks, bytes   their memory is lost
    file       name, ranks, gaps             lost while they had it open for writing
    lacking    function, communicator, id, name, ranks    results lack the contributions of `ranks`
    aborting   function, rank                policy abort: `rank` is missing in `function`
    stalled    text                          no survivor can continue: who waits for what
    ending     code                          MPI_Abort or a fatal error handler
    left       status                        it ended without MPI_Finalize
    finish     lost, skipped, incomplete, absent, redone, lacking, passed_through    it is through MPI_Finalize
    summary                                  it has said the summary, for all

Each has `event` and `time` (seconds since 1970).
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from . import shape
from .launch_record import LAUNCHER, Launch
from .launch_record import Event as Event
from .plain import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from typing import Any, TypeVar

_LAST_CALL_PAGE = 256  # bytes (runtime/last_call.hpp)
_LAST_CALL = re.compile(r"last-(?:job(\d+)-)?rank-(\d+)")
_NAME = re.compile(r"(keeper-|client-)?(?:job(\d+)-)?rank-(\d+)\.jsonl")

_RANKS = shape.list_of(shape.integer)
_COUNTS = shape.table_of(shape.integer)
_ANY: shape.Fields = {"event": shape.text, "time": shape.number}
_IS_ANY = shape.fields(_ANY)
OPTIONS = shape.table_of(shape.fields({"value": shape.text, "from": shape.text}))
# A rank that was lost, and has another process now.
RETURNED = shape.fields(
    {
        "rank": shape.integer,
        "host": shape.text,
        "pid": shape.integer,
        "cause": shape.text,
        "noticed": shape.optional(shape.number),
        "back": shape.number,
        "seconds": shape.number,
        "phases": shape.optional(shape.table_of(shape.number)),
        "now": shape.fields({"process": shape.integer, "host": shape.text, "pid": shape.integer}),
    }
)
# What readers take for granted of each event.
_FIELDS: dict[str, shape.Fields] = {
    "unreached": {"library": shape.text},
    "start": {
        "rank": shape.integer,
        "process": shape.optional(shape.integer),
        "size": shape.integer,
        "host": shape.text,
        "pid": shape.integer,
        "memory": shape.optional(shape.text),
        "launched": shape.optional(shape.fields({"job": shape.integer, "process": shape.integer})),
    },
    "planned": {"item": shape.text},
    "injected": {"item": shape.text},
    "lost": {"ranks": _RANKS, "noticed": shape.optional(shape.number)},
    "recovered": {
        "ranks": shape.list_of(RETURNED),
        "seconds": shape.number,
        "spares": shape.integer,
    },
    "repaired": {
        "communicator": shape.integer,
        "size": shape.integer,
        "survivors": shape.integer,
        "seconds": shape.number,
        "id": shape.optional(shape.text),
        "name": shape.optional(shape.text),
        "members": shape.optional(shape.text),
        "function": shape.optional(shape.text),
        "missing": shape.optional(_RANKS),
        "phases": shape.optional(
            shape.fields(
                {
                    "asking": shape.optional(shape.number),
                    "voting": shape.optional(shape.number),
                    "revoking": shape.number,
                    "shrinking": shape.number,
                }
            )
        ),
        "rounds": shape.optional(shape.integer),
        "letters": shape.optional(shape.fields({"sent": shape.integer, "received": shape.integer})),
    },
    "redone": {"function": shape.text, "communicator": shape.integer, "seconds": shape.number},
    "skipped": {"function": shape.text, "calls": shape.integer},
    "setup": {"closeranks": shape.text, "mpi": shape.text, "options": OPTIONS},
    "launched": {
        "closeranks": shape.text,
        "command": shape.list_of(shape.text),
        "directory": shape.text,
        "mpi_prefix": shape.text,
        "options": OPTIONS,
        "replicas": shape.optional(shape.fields({"size": shape.integer, "ranks": _RANKS})),
    },
    "asked_to_end": {"signal": shape.integer},
    "concluded": {
        "status": shape.integer,
        "signal": shape.integer,
        "stopped": shape.text,
        "mpirun": shape.optional(shape.integer),
        "by_itself": shape.optional(shape.number),
        "limit": shape.optional(shape.text),
    },
    "interrupted": {"signal": shape.integer},
    "told": {"signal": shape.integer},
    "window": {
        "name": shape.text,
        "made_by": shape.text,
        "ranks": _RANKS,
        "bytes": shape.integer,
    },
    "file": {
        "name": shape.text,
        "ranks": _RANKS,
        "gaps": shape.objects(rank=shape.integer, begin=shape.integer, end=shape.integer),
        "written_by": shape.optional(shape.text),
    },
    "lacking": {
        "function": shape.text,
        "communicator": shape.integer,
        "ranks": _RANKS,
        "id": shape.optional(shape.text),
        "name": shape.optional(shape.text),
        "members": shape.optional(shape.text),
        "window": shape.optional(shape.text),
    },
    "aborting": {"function": shape.text, "rank": shape.integer},
    "stalled": {"text": shape.text},
    "ending": {"code": shape.integer, "why": shape.optional(shape.text)},
    "left": {"status": shape.integer, "why": shape.optional(shape.text)},
    "process_lost": {"rank": shape.integer, "process": shape.integer},
    "promoted": {"rank": shape.integer, "process": shape.integer},
    "finish": {
        "lost": _RANKS,
        "skipped": _COUNTS,
        "incomplete": _COUNTS,
        "absent": _COUNTS,
        "redone": shape.optional(_COUNTS),
        "passed_through": _COUNTS,
        "lacking": shape.optional(
            shape.objects(
                function=shape.text,
                communicator=shape.integer,
                ranks=_RANKS,
                calls=shape.integer,
                since=shape.number,
                until=shape.optional(shape.number),
                contributions=shape.optional(shape.integer),
                expected=shape.optional(shape.integer),
                id=shape.optional(shape.text),
                name=shape.text,
                members=shape.optional(shape.text),
                window=shape.optional(shape.text),
            )
        ),
    },
    "started": {"host": shape.text, "pid": shape.integer, "size": shape.optional(shape.integer)},
    "unstarted": {"why": shape.optional(shape.text)},
    "ended": {
        "phase": shape.text,
        "cause": shape.text,
        "status": shape.optional(shape.integer),
        "signal": shape.optional(shape.integer),
        "left": shape.optional(shape.integer),
        "ending": shape.optional(shape.integer),
    },
}


_IS_OF_KIND = {kind: shape.fields({**_ANY, **wanted}) for kind, wanted in _FIELDS.items()}


def _is_whole(event: object) -> bool:
    """Whether the event is complete: a full disk may have cut it off, or a user changed it."""
    if not isinstance(event, dict):
        return False
    kind = event.get("event")
    return isinstance(kind, str) and _IS_OF_KIND.get(kind, _IS_ANY)(event)


def communicator_key(event: Event) -> str:
    """Alike at all members of the communicator that the event is about: they may number it differently."""
    return event.get("id") or event.get("name") or f"number {event['communicator']}"


def communicator_name(event: Event) -> str:
    """Its name; empty: it has none, and `name` tells it apart."""
    return str(event.get("name") or "") if "id" in event else ""


@dataclass
class Rank:
    """The records of one process."""

    job: int  # 1, or the number of the MPI_Comm_spawn that made it
    rank: int
    events: list[Event] = field(default_factory=list)
    before: list[Rank] = field(default_factory=list)  # processes that stood for the rank before this one

    # The events by kind, of so many events. With many ranks and deaths the report asks for each kind many times.
    _by_kind = dict[str, list[Event]]()
    _sorted = 0

    def _kinds(self) -> dict[str, list[Event]]:
        if self._sorted != len(self.events):
            self._by_kind, self._sorted = {}, len(self.events)
            for event in self.events:
                self._by_kind.setdefault(event["event"], []).append(event)
        return self._by_kind

    def of(self, kind: str) -> Sequence[Event]:
        return self._kinds().get(kind, ())

    def first(self, kind: str) -> Event | None:
        return next(iter(self.of(kind)), None)

    def has(self, kind: str) -> bool:
        return self.first(kind) is not None


def parse(text: str) -> list[Event]:
    """The events of one file. Damaged events, or events that a full disk cut off, are left out."""
    events = []
    for line in text.split("\n"):  # splitlines() would cut a name at what is an end of line elsewhere
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if _is_whole(event):
            events.append(event)
    return events


def _files(directory: Path, pattern: re.Pattern[str]) -> list[tuple[Path, re.Match[str]]]:
    """The files with such names. None where the folder is missing: a cleaner of temporary files may have removed it
    while the program ran."""
    try:
        with os.scandir(directory) as entries:
            named = [(entry, match) for entry in entries if (match := pattern.fullmatch(entry.name))]
            return [(Path(entry.path), match) for entry, match in named if entry.is_file()]
    except FileNotFoundError:
        return []


if TYPE_CHECKING:
    Kind = TypeVar("Kind", bound=Rank)


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Records have no cycles. To look for cycles while many are read takes as long as to read them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


Known = dict[str, tuple[int, list[Event]]]  # by the name of a file: its size when it was read, and its events


def _events(path: Path, known: Known | None) -> list[Event]:
    if known is None:
        return parse(path.read_text(errors="replace"))
    size = path.stat().st_size
    if path.name not in known or known[path.name][0] != size:
        known[path.name] = size, parse(path.read_text(errors="replace"))
    return list(known[path.name][1])


def read_files(directory: Path, kind: type[Kind], prefix: str, known: Known | None = None) -> list[Kind]:
    """The records of all processes of one kind, in order. `known`: what was read before, for a reader that looks often:
    files that have not grown since are not read again."""
    with _without_collection():
        found = [
            kind(int(match[2] or 1), int(match[3]), _events(path, known))
            for path, match in _files(directory, _NAME)
            if (match[1] or "") == prefix
        ]
    return sorted(found, key=lambda one: (one.job, one.rank))


def _latest(rank: Rank) -> Rank:
    """The process that stands for a rank now: each replacement process began its records anew in the same file."""
    starts = [at for at, event in enumerate(rank.events) if event["event"] == "start"]
    if len(starts) < 2:
        return rank
    bounds = [0, *starts[1:], len(rank.events)]
    parts = [Rank(rank.job, rank.rank, rank.events[begin:end]) for begin, end in pairwise(bounds)]
    parts[-1].before = parts[:-1]
    return parts[-1]


def read(directory: Path) -> list[Rank]:
    """All ranks of all jobs in `directory`, in order."""
    return [_latest(rank) for rank in read_files(directory, Rank, "")]


def jobs_in_memory(directory: Path) -> set[str]:
    """The numbers by which Open MPI names the shared memory of the jobs whose records are in the folder."""
    starts = [start for rank in read_files(directory, Rank, "") for start in rank.of("start")]
    return {start["memory"] for start in starts if start.get("memory")}


def read_last_calls(directory: Path, job: int = 1) -> dict[int, tuple[bool, str]]:
    """For each rank that has noticed a loss: whether it is in an MPI call, and which one is that or was the last one
    (runtime/run/last_call.hpp)."""
    calls = {}
    for path, match in _files(directory, _LAST_CALL):
        if int(match[1] or 1) == job:
            page = path.read_bytes()
            if text := page[1:].partition(b"\0")[0].decode(errors="replace"):
                calls[int(match[2])] = (page[:1] == b"+", text)
    return calls


def read_launch(folder: Path) -> Launch:
    """That of the run whose records are in `folder`; without events when it had no launcher."""
    path = folder / LAUNCHER
    if path.is_symlink() or not path.is_file():
        return Launch()
    return Launch(parse(path.read_text(errors="replace")))


class NotOurs(Exception):
    """A file has the name of a record, and other content."""


def _is_record(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if _LAST_CALL.fullmatch(path.name):
        return path.stat().st_size <= _LAST_CALL_PAGE
    text = path.read_text(errors="replace")
    return not text or bool(parse(text))


def remove(directory: Path) -> int:
    """Takes away the records of an earlier run, and nothing else; returns how many files that were.

    Raises NotOurs, and removes nothing, when one of that name is no record.
    """
    found = [
        path
        for path in directory.iterdir()
        if _NAME.fullmatch(path.name) or _LAST_CALL.fullmatch(path.name) or path.name == LAUNCHER
    ]
    for path in found:
        if not _is_record(path):
            raise NotOurs(str(path))
    for path in found:
        path.unlink()
    return len(found)
