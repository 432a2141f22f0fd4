"""The answer of a model, in any output format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Line = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Table:
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class Plot:
    title: str
    across: str  # what the axis shows, with its unit
    up: str
    lines: Mapping[str, Line]
    bars: bool = False
    logarithmic: bool = False  # the axis across


@dataclass(frozen=True)
class Answer:
    """`first`: the answer in a sentence or two. `advice`: what to do, and the command line for it where there is one."""

    model: str
    first: tuple[str, ...]
    tables: tuple[Table, ...]
    advice: tuple[str, ...]
    data: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = field(default=())
    command: str = ""


def _columns(table: Table) -> list[str]:
    rows = [table.heads, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return ([table.title] if table.title else []) + lines


def text(answer: Answer) -> str:
    parts = [list(answer.first), *(_columns(table) for table in answer.tables), list(answer.notes), list(answer.advice)]
    if answer.command:
        parts[-1].append(f"    {answer.command}")
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def as_json(answer: Answer) -> dict[str, Any]:
    return {
        "format": f"closeranks-plan-{answer.model}",
        "version": 1,
        **answer.data,
        "advice": " ".join(answer.advice),
        "command": answer.command or None,
    }


def percent(part: float, digits: int = 3) -> str:
    return f"{part * 100:.{digits}g} %"
