"""The findings of closeranks doctor: each is a sentence, and a remedy."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from . import colour

_WIDTH = 100
_COLUMN = 11  # where the sentences begin


class Level(Enum):
    OK = "ok"
    UNTRIED = "untried"  # unknown: it could not be found out here, and no fault is known
    WARNING = "warning"  # programs run and are protected, but something may surprise
    PROBLEM = "problem"  # programs do not run, or are not protected


@dataclass(frozen=True)
class Finding:
    check: str  # a name for scripts: "mpi.pml"
    level: Level
    text: str
    mend: str = ""

    @property
    def section(self) -> str:
        return self.check.partition(".")[0]

    def as_json(self) -> dict[str, Any]:
        return {"check": self.check, "level": self.level.value, "text": self.text, "mend": self.mend}


def ok(check: str, text: str) -> Finding:
    return Finding(check, Level.OK, text)


def untried(check: str, text: str, mend: str = "") -> Finding:
    return Finding(check, Level.UNTRIED, text, mend)


def warning(check: str, text: str, mend: str) -> Finding:
    return Finding(check, Level.WARNING, text, mend)


def problem(check: str, text: str, mend: str) -> Finding:
    return Finding(check, Level.PROBLEM, text, mend)


SECTIONS = {
    "installation": "Installation",
    "mpi": "MPI",
    "machine": "Machine",
    "settings": "Settings",
    "scheduler": "Scheduler",
    "reach": "Languages",
    "input": "Standard input",
    "survival": "A death on four ranks",
}


def has_problem(found: Sequence[Finding]) -> bool:
    return any(one.level is Level.PROBLEM for one in found)


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=f"  {label:<{_COLUMN - 2}}",
        subsequent_indent=" " * _COLUMN,
        break_long_words=False,
        break_on_hyphens=False,
    )


_COLOURS = {Level.OK: colour.GREEN, Level.UNTRIED: "", Level.WARNING: colour.YELLOW, Level.PROBLEM: colour.RED}


def lines(one: Finding) -> Iterator[str]:
    """As stdout shows them."""
    first, *more = _wrapped(one.level.value, one.text)
    yield first.replace(one.level.value, colour.painted(one.level.value, _COLOURS[one.level], sys.stdout), 1)
    yield from more
    if one.mend:
        yield from _wrapped("", f"-> {one.mend}")


def heading(section: str) -> str:
    return colour.painted(SECTIONS[section], colour.BOLD, sys.stdout)


def summary(found: Sequence[Finding]) -> str:
    problems, warnings, untried_ = (
        sum(one.level is level for one in found)
        for level in (Level.PROBLEM, Level.WARNING, Level.UNTRIED)
    )
    if problems:
        return (
            f"{_counted(problems, 'problem')}, {_counted(warnings, 'warning')}: programs do not run here, or are not "
            "protected, until the problems are mended."
        )
    rest = [_counted(warnings, "warning")] if warnings else []
    rest += [f"not tried: {untried_}"] if untried_ else []
    return f"No problems{' (' + ', '.join(rest) + ')' if rest else ''}: programs are protected here."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
