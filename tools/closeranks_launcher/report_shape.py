"""Whether a report is one: its fields, and that what is in them can be shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from . import shape
from .plain import TYPE_CHECKING
from .records import OPTIONS, RETURNED

if TYPE_CHECKING:
    from typing import Any

VERSIONS = (1, 2)
_RANKS = shape.list_of(shape.integer)
_COUNTS = shape.table_of(shape.integer)
_LOST = shape.objects(
    rank=shape.integer,
    host=shape.text,
    pid=shape.integer,
    died=shape.optional(shape.number),
    noticed=shape.optional(shape.number),
    noticed_by=shape.optional(shape.integer),
    detection=shape.optional(shape.number),
    cause=shape.optional(shape.text),
)
# The fields that are shown, and so have to be there.
_SHOWN: dict[str, shape.Check] = {
    "size": shape.integer,
    "seconds": shape.number,
    "completed": shape.boolean,
    "lost": _LOST,
    "spawned": shape.optional(shape.objects(job=shape.integer, size=shape.integer, lost=_LOST)),
    "recovered": shape.optional(shape.list_of(RETURNED)),
    "replicas": shape.optional(
        shape.fields(
            {
                "ranks": _RANKS,
                "processes": shape.integer,
                "alone": _RANKS,
                "lost": _RANKS,
                "died": shape.objects(
                    rank=shape.integer,
                    process=shape.integer,
                    role=shape.text,
                    host=shape.text,
                    pid=shape.integer,
                    cause=shape.text,
                    died=shape.number,
                    goes_on=shape.objects(process=shape.integer, host=shape.text, pid=shape.integer),
                ),
            }
        )
    ),
    "repairs": shape.objects(
        communicator=shape.integer,
        name=shape.optional(shape.text),
        members=shape.optional(shape.text),
        size=shape.integer,
        survivors=shape.integer,
        at=shape.number,
        seconds=shape.number,
        missing=shape.optional(_RANKS),
        function=shape.optional(shape.text),
        phases=shape.optional(shape.table_of(shape.optional(shape.number))),
        rounds=shape.optional(shape.integer),
        letters=shape.optional(shape.table_of(shape.integer)),
        ranks=shape.optional(_RANKS),
    ),
    "communicators": shape.optional(
        shape.objects(
            communicator=shape.integer,
            name=shape.optional(shape.text),
            members=shape.optional(shape.text),
            size=shape.integer,
            missing=_RANKS,
            repairs=shape.integer,
        )
    ),
    "windows": shape.optional(
        shape.objects(name=shape.text, made_by=shape.text, ranks=_RANKS, bytes=shape.integer)
    ),
    "files": shape.optional(
        shape.objects(
            name=shape.text,
            ranks=_RANKS,
            gaps=shape.objects(rank=shape.integer, begin=shape.integer, end=shape.integer),
        )
    ),
    "lacking": shape.optional(
        shape.objects(
            function=shape.text,
            communicator=shape.integer,
            name=shape.optional(shape.text),
            members=shape.optional(shape.text),
            window=shape.optional(shape.text),
            ranks=_RANKS,
            calls=shape.optional(shape.integer),
            since=shape.number,
            until=shape.optional(shape.number),
            contributions=shape.optional(shape.integer),
            expected=shape.optional(shape.integer),
        )
    ),
    "last_calls": shape.optional(
        shape.objects(ranks=_RANKS, call=shape.text, inside=shape.boolean)
    ),
    "skipped": _COUNTS,
    "incomplete": _COUNTS,
    "absent": shape.optional(_COUNTS),
    "redone": shape.optional(_COUNTS),
    "passed_through": _COUNTS,
    "closeranks": shape.optional(shape.text),
    "command": shape.optional(shape.list_of(shape.text)),
    "directory": shape.optional(shape.text),
    "mpi": shape.optional(shape.table_of(shape.optional(shape.text))),
    "options": shape.optional(OPTIONS),
    "started": shape.optional(lambda value: shape.text(value) or shape.number(value)),  # a number in version 1
    "initialised": shape.optional(shape.text),
    "ended": shape.optional(shape.text),
    "exit_status": shape.optional(shape.integer),
    "interrupted": shape.optional(shape.text),
    "stalled": shape.optional(shape.text),
    "aborted": shape.optional(
        shape.fields({"rank": shape.integer, "function": shape.text, "needs": shape.integer})
    ),
    "ended_by": shape.optional(shape.fields({"rank": shape.integer, "code": shape.integer, "why": shape.optional(shape.text)})),
    "only_rank": shape.optional(shape.integer),
    "hosts": shape.optional(shape.table_of(_RANKS)),
    "ranks": shape.optional(
        shape.objects(
            rank=shape.integer,
            host=shape.text,
            pid=shape.integer,
            started=shape.optional(shape.number),
            begin=shape.optional(shape.number),
            end=shape.optional(shape.number),
            ended=shape.optional(shape.number),
        )
    ),
}
_SHOWN["earlier"] = shape.optional(shape.list_of(shape.fields(_SHOWN)))
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # they could steer a terminal, or turn a line around


def damaged_fields(report: Mapping[str, Any]) -> list[str]:
    """The missing fields, and the fields with values that cannot be shown."""
    return shape.wrong_fields(report, _SHOWN)


def clean(text: str) -> str:
    """`text` without characters that can do more than be read."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(one) in _UNPRINTABLE else one for one in text)


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_harmless(one) for one in value]
    if isinstance(value, dict):
        return {clean(name): _harmless(one) for name, one in value.items()}
    return value


def printable(report: Mapping[str, Any]) -> dict[str, Any]:
    """A copy whose texts (a host may have any name) are harmless wherever they are shown. Of the fields of a report
    only one has lines.
    """
    copy: dict[str, Any] = _harmless(dict(report))
    if stalled := report.get("stalled"):
        copy["stalled"] = "\n".join(clean(line) for line in stalled.split("\n"))
    if earlier := report.get("earlier"):
        copy["earlier"] = [printable(one) for one in earlier]
    return copy
